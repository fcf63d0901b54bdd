#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct {
#define POSTGRES_FIELD(type, name, parameters, arguments) type(*name) parameters;
    POSTGRES_FUNCTIONS(POSTGRES_FIELD)
#undef POSTGRES_FIELD
} functions;

#define POSTGRES_WRAPPER(type, name, parameters, arguments) \
    type postgres_##name parameters { return functions.name arguments; }
POSTGRES_FUNCTIONS(POSTGRES_WRAPPER)

static const char *failure;

static void load(void) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        failure = dlerror();
        return;
    }
#define POSTGRES_LOAD(type, name, parameters, arguments)            \
    *(void **)&functions.name = dlsym(library, "PQ" #name);          \
    if (functions.name == NULL) failure = "libpq has no PQ" #name;
    POSTGRES_FUNCTIONS(POSTGRES_LOAD)
}

const char *phonolith_postgres_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure;
}
