/**
 * What an open page shows, as a stream of differences. Input: a document that is made anew each period; output: server-sent events
 * whose data are JSON merge patches (RFC 7396), the first one from an empty document.
 */
@NullMarked
package io.koordbridge.page.stream;

import org.jspecify.annotations.NullMarked;
