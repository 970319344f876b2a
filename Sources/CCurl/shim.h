#include <curl/curl.h>

// curl_easy_setopt is variadic, which Swift cannot call; these give it one typed form each.
static inline CURLcode paraph_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode paraph_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode paraph_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode paraph_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
typedef size_t (*paraph_curl_callback)(char *, size_t, size_t, void *);
static inline CURLcode paraph_curl_set_callback(CURL *handle, CURLoption option, paraph_curl_callback value) {
    return curl_easy_setopt(handle, option, value);
}
typedef int (*paraph_curl_progress)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
static inline CURLcode paraph_curl_set_progress(CURL *handle, paraph_curl_progress value) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}
static inline CURLcode paraph_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
