#include "CCurlMail.h"

#include <curl/curl.h>
#include <string.h>

typedef struct {
    const uint8_t *bytes;
    size_t left;
} reading;

static size_t give(char *buffer, size_t size, size_t count, void *context) {
    reading *rest = context;
    size_t given = size * count < rest->left ? size * count : rest->left;
    memcpy(buffer, rest->bytes, given);
    rest->bytes += given;
    rest->left -= given;
    return given;
}

static CURLcode connect_to(CURL *curl, const sesame_curl_mail *mail) {
    CURLcode code = CURLE_OK;
#define SET(option, value) \
    if ((code = curl_easy_setopt(curl, option, value)) != CURLE_OK) return code
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_URL, mail->url);
    SET(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_USE_SSL, (long)(mail->requiresTLS ? CURLUSESSL_ALL : CURLUSESSL_NONE));
    if (mail->authorityFile) {
        SET(CURLOPT_CAINFO, mail->authorityFile);
    }
    if (mail->user) {
        SET(CURLOPT_USERNAME, mail->user);
        SET(CURLOPT_PASSWORD, mail->password);
    }
    SET(CURLOPT_CONNECTTIMEOUT_MS, mail->milliseconds);
    SET(CURLOPT_TIMEOUT_MS, mail->milliseconds);
    return code;
}

static CURLcode configure(CURL *curl, const sesame_curl_mail *mail, struct curl_slist *to, reading *rest) {
    CURLcode code = connect_to(curl, mail);
    if (code != CURLE_OK) return code;
    SET(CURLOPT_MAIL_FROM, mail->from);
    SET(CURLOPT_MAIL_RCPT, to);
    SET(CURLOPT_UPLOAD, 1L);
    SET(CURLOPT_READFUNCTION, give);
    SET(CURLOPT_READDATA, (void *)rest);
    return code;
}

static CURLcode configure_greeting(CURL *curl, const sesame_curl_mail *mail) {
    CURLcode code = connect_to(curl, mail);
    if (code != CURLE_OK) return code;
    SET(CURLOPT_CUSTOMREQUEST, "NOOP");
    SET(CURLOPT_NOBODY, 1L);
    return code;
}
#undef SET

int sesame_curl_greet_mail(const sesame_curl_mail *mail, long *status) {
    CURL *curl = curl_easy_init();
    CURLcode code = curl ? configure_greeting(curl, mail) : CURLE_OUT_OF_MEMORY;
    if (code == CURLE_OK) code = curl_easy_perform(curl);
    *status = 0;
    if (curl) curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
    if (curl) curl_easy_cleanup(curl);
    return code;
}

int sesame_curl_send_mail(const sesame_curl_mail *mail, long *status) {
    CURL *curl = curl_easy_init();
    struct curl_slist *to = curl_slist_append(NULL, mail->to);
    reading rest = {mail->bytes, mail->count};
    CURLcode code = curl && to ? configure(curl, mail, to, &rest) : CURLE_OUT_OF_MEMORY;
    if (code == CURLE_OK) code = curl_easy_perform(curl);
    *status = 0;
    if (curl) curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
    curl_slist_free_all(to);
    if (curl) curl_easy_cleanup(curl);
    return code == CURLE_OK;
}
