/* Response, Fetch Standard 5.5. */
#pragma once
#include "web/body.h"

enum { RESPONSE_STATUS = BODY_FIELDS, RESPONSE_STATUS_TEXT, RESPONSE_TYPE, RESPONSE_URL }; /* int, string, string, string */
