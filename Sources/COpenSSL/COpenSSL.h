// Only the message digests are used: libcrypto's SHA-256 takes the processor's own instructions.
#include <openssl/evp.h>
