#include "CEmbeddedFiles.h"

static const unsigned char layout_html[] = {
#embed "web/layout.html"
};

static const unsigned char home_html[] = {
#embed "web/home.html"
};

static const unsigned char app_html[] = {
#embed "web/app.html"
};

static const unsigned char register_html[] = {
#embed "web/register.html"
};

static const unsigned char account_html[] = {
#embed "web/account.html"
};

static const unsigned char delete_html[] = {
#embed "web/delete.html"
};

static const unsigned char notice_html[] = {
#embed "web/notice.html"
};

static const unsigned char documentation_html[] = {
#embed "web/documentation.html"
};

static const unsigned char style_css[] = {
#embed "web/style.css"
};

static const unsigned char documentation_css[] = {
#embed "web/documentation.css"
};

static const unsigned char google_svg[] = {
#embed "web/google.svg"
};

static const unsigned char apple_svg[] = {
#embed "web/apple.svg"
};

static const unsigned char guest_svg[] = {
#embed "web/guest.svg"
};

#define FILE_OF(name, bytes) {name, {bytes, sizeof bytes}}

static const struct sesame_web_file files[] = {
    FILE_OF("layout.html", layout_html),
    FILE_OF("home.html", home_html),
    FILE_OF("app.html", app_html),
    FILE_OF("register.html", register_html),
    FILE_OF("account.html", account_html),
    FILE_OF("delete.html", delete_html),
    FILE_OF("notice.html", notice_html),
    FILE_OF("documentation.html", documentation_html),
    FILE_OF("style.css", style_css),
    FILE_OF("documentation.css", documentation_css),
    FILE_OF("google.svg", google_svg),
    FILE_OF("apple.svg", apple_svg),
    FILE_OF("guest.svg", guest_svg),
};

size_t sesame_web_file_count(void) {
    return sizeof files / sizeof files[0];
}

struct sesame_web_file sesame_web_file(size_t index) {
    return files[index];
}
