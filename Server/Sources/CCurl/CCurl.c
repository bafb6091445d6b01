#include "CCurl.h"

#include <curl/curl.h>
#include <pthread.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CURLcode prepared = CURLE_FAILED_INIT;

static void prepare(void) { prepared = curl_global_init(CURL_GLOBAL_DEFAULT); }

int sesame_curl_prepare(void) {
    pthread_once(&once, prepare);
    return prepared == CURLE_OK;
}

const char *sesame_curl_version(void) { return curl_version_info(CURLVERSION_NOW)->version; }

void *sesame_curl_make(void) { return curl_easy_init(); }

void sesame_curl_free(void *handle) { curl_easy_cleanup(handle); }

static size_t take_head(char *bytes, size_t size, size_t count, void *context) {
    const sesame_curl_sink *sink = context;
    return sink->head(sink->context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static size_t take_chunk(char *bytes, size_t size, size_t count, void *context) {
    const sesame_curl_sink *sink = context;
    return sink->chunk(sink->context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static int is_cancelled(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a, (void)b, (void)c, (void)d;
    const sesame_curl_sink *sink = context;
    return sink->cancelled(sink->context);
}

static sesame_curl_outcome outcome(CURLcode code) {
    switch (code) {
    case CURLE_OK: return sesame_curl_done;
    case CURLE_OPERATION_TIMEDOUT: return sesame_curl_timed_out;
    case CURLE_FILESIZE_EXCEEDED: return sesame_curl_too_large;
    case CURLE_WRITE_ERROR:
    case CURLE_ABORTED_BY_CALLBACK: return sesame_curl_aborted;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT: return sesame_curl_unreachable;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR: return sesame_curl_untrusted;
    case CURLE_UNSUPPORTED_PROTOCOL: return sesame_curl_refused_protocol;
    case CURLE_URL_MALFORMAT: return sesame_curl_malformed;
    default: return sesame_curl_failed;
    }
}

static CURLcode configure(
    CURL *curl, const sesame_curl_request *request, const sesame_curl_sink *sink, struct curl_slist *headers) {
    CURLcode code = CURLE_OK;
#define SET(option, value) \
    if ((code = curl_easy_setopt(curl, option, value)) != CURLE_OK) return code
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_PROTOCOLS_STR, request->protocols);
    SET(CURLOPT_REDIR_PROTOCOLS_STR, "https");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (request->authorityFile) {
        SET(CURLOPT_CAINFO, request->authorityFile);
    }
    SET(CURLOPT_USERAGENT, request->userAgent);
    SET(CURLOPT_CONNECTTIMEOUT_MS, request->connectMilliseconds);
    SET(CURLOPT_TIMEOUT_MS, request->totalMilliseconds);
    SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->maximumBytes);
    SET(CURLOPT_HTTPHEADER, headers);
    SET(CURLOPT_HTTP09_ALLOWED, 0L);
    if (request->hasBody) {
        SET(CURLOPT_POST, 1L);
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->bodyCount);
        SET(CURLOPT_POSTFIELDS, (const char *)(request->bodyCount ? request->body : (const uint8_t *)""));
    }
    if (strcmp(request->method, "HEAD") == 0) {
        SET(CURLOPT_NOBODY, 1L);
    } else {
        SET(CURLOPT_CUSTOMREQUEST, request->method);
    }
    SET(CURLOPT_HEADERFUNCTION, take_head);
    SET(CURLOPT_HEADERDATA, (void *)sink);
    SET(CURLOPT_WRITEFUNCTION, take_chunk);
    SET(CURLOPT_WRITEDATA, (void *)sink);
    SET(CURLOPT_NOPROGRESS, 0L);
    SET(CURLOPT_XFERINFOFUNCTION, is_cancelled);
    SET(CURLOPT_XFERINFODATA, (void *)sink);
#undef SET
    return code;
}

sesame_curl_outcome sesame_curl_perform(
    void *handle, const sesame_curl_request *request, const sesame_curl_sink *sink, long *status) {
    CURL *curl = handle;
    curl_easy_reset(curl);
    // An empty Expect keeps curl from waiting a second for "100 Continue" before a larger body.
    struct curl_slist *headers = curl_slist_append(NULL, "Expect:");
    for (size_t index = 0; headers && index < request->headerCount; index++) {
        struct curl_slist *longer = curl_slist_append(headers, request->headers[index]);
        if (!longer) curl_slist_free_all(headers);
        headers = longer;
    }
    if (!headers) return sesame_curl_failed;
    CURLcode code = configure(curl, request, sink, headers);
    if (code == CURLE_OK) code = curl_easy_perform(curl);
    if (code == CURLE_OK) code = curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
    // Nothing of this transfer, whose memory ends with the call, stays in the handle.
    curl_easy_reset(curl);
    curl_slist_free_all(headers);
    return outcome(code);
}
