#ifndef SESAME_CCURL_MAIL_H
#define SESAME_CCURL_MAIL_H

#include <stddef.h>
#include <stdint.h>

/// One mail for one receiver. Strings end with NUL and live as long as the call.
typedef struct {
    /// "smtp://host:port" or "smtps://host:port".
    const char *url;
    /// NULL where the server asks for nobody.
    const char *user;
    const char *password;
    /// A file of PEM certificates instead of the system's, or NULL.
    const char *authorityFile;
    const char *from;
    const char *to;
    const uint8_t *bytes;
    size_t count;
    /// Whether nothing is said in the clear but that TLS begins.
    int requiresTLS;
    long milliseconds;
} sesame_curl_mail;

/// Hands a mail over; blocks for `milliseconds` at most. Nonzero when the server has taken it; its last answer's code is
/// put into `status`, 0 where there was none. The library is prepared by then: see `sesame_curl_prepare`.
int sesame_curl_send_mail(const sesame_curl_mail *mail, long *status);

/// Connects to the server, begins TLS, says who we are and asks for nothing; blocks for `milliseconds` at most. What concerns
/// a mail is not looked at. Returns libcurl's code, 0 when all went well; the server's last answer's code is put into
/// `status`, 0 where there was none.
int sesame_curl_greet_mail(const sesame_curl_mail *mail, long *status);

#endif
