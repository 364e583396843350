/**
 * The reference of a process's YAML configuration, written from its classes: keys, types and ranges are those that the process
 * itself reads, defaults those of a configuration that nothing was set in, meanings stand at the fields. Input: a configuration.
 * Output: a Markdown page. Triggered by {@code bin/config-reference}; a test fails when the page in the documentation is another
 * one.
 */
@NullMarked
package io.koordbridge.frame.reference;

import org.jspecify.annotations.NullMarked;
