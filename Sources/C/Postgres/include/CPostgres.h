#pragma once

// libpq, opened at the first use: it brings two dozen libraries, which a program on SQLite must not load. Each function
// PQname is called as postgres_name, after phonolith_postgres_load() has succeeded.

#include <postgresql/libpq-fe.h>

/// Opens the library once per process. NULL on success, else why it cannot be opened.
const char *phonolith_postgres_load(void);

#define POSTGRES_FUNCTIONS(F)                                                                                          \
    F(PGconn *, connectdbParams, (const char *const *names, const char *const *values, int expand), (names, values, expand)) \
    F(PGPing, pingParams, (const char *const *names, const char *const *values, int expand), (names, values, expand))  \
    F(PQconninfoOption *, conninfoParse, (const char *address, char **message), (address, message))                    \
    F(void, conninfoFree, (PQconninfoOption *options), (options))                                                      \
    F(void, freemem, (void *memory), (memory))                                                                         \
    F(void, finish, (PGconn *connection), (connection))                                                                \
    F(ConnStatusType, status, (const PGconn *connection), (connection))                                                \
    F(PGTransactionStatusType, transactionStatus, (const PGconn *connection), (connection))                            \
    F(char *, errorMessage, (const PGconn *connection), (connection))                                                  \
    F(int, socket, (const PGconn *connection), (connection))                                                           \
    F(int, backendPID, (const PGconn *connection), (connection))                                                       \
    F(const char *, parameterStatus, (const PGconn *connection, const char *name), (connection, name))                 \
    F(PQnoticeProcessor, setNoticeProcessor, (PGconn *connection, PQnoticeProcessor process, void *context),           \
      (connection, process, context))                                                                                  \
    F(int, sendQuery, (PGconn *connection, const char *sql), (connection, sql))                                        \
    F(int, sendQueryParams,                                                                                            \
      (PGconn *connection, const char *sql, int count, const Oid *types, const char *const *values,                    \
       const int *lengths, const int *formats, int format),                                                            \
      (connection, sql, count, types, values, lengths, formats, format))                                               \
    F(int, sendPrepare, (PGconn *connection, const char *name, const char *sql, int count, const Oid *types),          \
      (connection, name, sql, count, types))                                                                           \
    F(int, sendQueryPrepared,                                                                                          \
      (PGconn *connection, const char *name, int count, const char *const *values, const int *lengths,                 \
       const int *formats, int format),                                                                                \
      (connection, name, count, values, lengths, formats, format))                                                     \
    F(int, consumeInput, (PGconn *connection), (connection))                                                           \
    F(int, isBusy, (PGconn *connection), (connection))                                                                 \
    F(PGresult *, getResult, (PGconn *connection), (connection))                                                       \
    F(PGcancel *, getCancel, (PGconn *connection), (connection))                                                       \
    F(int, cancel, (PGcancel *cancel, char *error, int length), (cancel, error, length))                               \
    F(void, freeCancel, (PGcancel *cancel), (cancel))                                                                  \
    F(ExecStatusType, resultStatus, (const PGresult *result), (result))                                                \
    F(char *, resultErrorField, (const PGresult *result, int field), (result, field))                                  \
    F(int, ntuples, (const PGresult *result), (result))                                                                \
    F(int, nfields, (const PGresult *result), (result))                                                                \
    F(char *, fname, (const PGresult *result, int column), (result, column))                                           \
    F(Oid, ftype, (const PGresult *result, int column), (result, column))                                              \
    F(int, getisnull, (const PGresult *result, int row, int column), (result, row, column))                            \
    F(int, getlength, (const PGresult *result, int row, int column), (result, row, column))                            \
    F(char *, getvalue, (const PGresult *result, int row, int column), (result, row, column))                          \
    F(char *, cmdStatus, (PGresult *result), (result))                                                                 \
    F(char *, cmdTuples, (PGresult *result), (result))                                                                 \
    F(void, clear, (PGresult *result), (result))

#define POSTGRES_DECLARATION(type, name, parameters, arguments) type postgres_##name parameters;
POSTGRES_FUNCTIONS(POSTGRES_DECLARATION)
#undef POSTGRES_DECLARATION
