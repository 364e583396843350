/**
 * The reference of the config map, written from the shapes. Input: the catalog. Output: a Markdown page. Triggered by
 * {@code bin/config-reference}; a test fails when the page in the documentation is another one.
 */
@NullMarked
package io.koordbridge.sloconfig.reference;

import org.jspecify.annotations.NullMarked;
