/**
 * The JSON documents of the config map {@code slo-controller-config}: shapes, decoding and overlay; manager specification
 * section 5.1. Input: one key's text. Output: a tree with canonical field names, or problems that name key, line, field,
 * value and allowed range. Pure; triggered by whoever reads a key: the controllers, the webhook, the command line.
 */
@NullMarked
package io.koordbridge.sloconfig;

import org.jspecify.annotations.NullMarked;
