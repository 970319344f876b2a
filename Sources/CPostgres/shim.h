#include <libpq-fe.h>

// Macros that Swift does not import as numbers.
static const int paraph_diagnostic_sqlstate = PG_DIAG_SQLSTATE;
static const int paraph_diagnostic_message = PG_DIAG_MESSAGE_PRIMARY;

// By default libpq prints the server's notices on the standard error.
static inline void paraph_ignore_notice(void *context, const PGresult *result) {
    (void)context;
    (void)result;
}
static inline void paraph_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, paraph_ignore_notice, 0);
}
