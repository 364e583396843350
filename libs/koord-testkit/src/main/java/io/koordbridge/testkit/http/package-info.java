/** Servers that tests answer with. Input: a handler of requests. Output: the address. Used by tests. */
@NullMarked
package io.koordbridge.testkit.http;

import org.jspecify.annotations.NullMarked;
