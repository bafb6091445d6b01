#ifndef SESAME_CCURL_H
#define SESAME_CCURL_H

#include <stddef.h>
#include <stdint.h>

#include "CCurlMail.h"

// curl_easy_setopt is variadic, which Swift does not import. These functions set what a transfer of ours needs
// and nothing else, so that the policy (no redirects, no cookies, no proxy, pinned protocols) stands in one place.

/// The version of libcurl.
const char *sesame_curl_version(void);

/// What a transfer asks for. Strings end with NUL and live as long as the call.
typedef struct {
    const char *method;
    const char *url;
    /// "https" or "http,https".
    const char *protocols;
    const char *userAgent;
    /// A file of PEM certificates instead of the system's, or NULL.
    const char *authorityFile;
    /// Lines "Name: value", `headerCount` of them.
    const char *const *headers;
    size_t headerCount;
    const uint8_t *body;
    size_t bodyCount;
    int hasBody;
    long connectMilliseconds;
    long totalMilliseconds;
    int64_t maximumBytes;
} sesame_curl_request;

/// How the caller hears of the answer. A chunk is taken by returning nonzero; zero aborts the transfer.
typedef struct {
    void *context;
    int (*head)(void *context, const uint8_t *bytes, size_t count);
    int (*chunk)(void *context, const uint8_t *bytes, size_t count);
    /// Asked at least once a second while the transfer waits; nonzero aborts it.
    int (*cancelled)(void *context);
} sesame_curl_sink;

typedef enum {
    sesame_curl_done = 0,
    sesame_curl_timed_out,
    sesame_curl_too_large,
    sesame_curl_aborted,
    sesame_curl_unreachable,
    sesame_curl_untrusted,
    sesame_curl_refused_protocol,
    sesame_curl_malformed,
    sesame_curl_failed
} sesame_curl_outcome;

/// Prepares the library once for the process. Nonzero on success.
int sesame_curl_prepare(void);

/// A handle with its own connections, or NULL. One transfer at a time.
void *sesame_curl_make(void);
void sesame_curl_free(void *handle);

/// Performs one transfer; blocks for `totalMilliseconds` at most. Puts the answer's status into `status`.
sesame_curl_outcome sesame_curl_perform(
    void *handle, const sesame_curl_request *request, const sesame_curl_sink *sink, long *status);

#endif
