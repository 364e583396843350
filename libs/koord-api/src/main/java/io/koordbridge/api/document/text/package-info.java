/**
 * Small texts inside wire documents that every process reads the same way: durations in Go notation, quantities, label selectors. Input: a
 * text or a selector. Output: its value, or what is wrong with it. Pure, called by the readers of the documents; product design 3.28.
 */
@NullMarked
package io.koordbridge.api.document.text;

import org.jspecify.annotations.NullMarked;
