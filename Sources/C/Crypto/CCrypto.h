#ifndef PHONOLITH_CCRYPTO_H
#define PHONOLITH_CCRYPTO_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#endif
