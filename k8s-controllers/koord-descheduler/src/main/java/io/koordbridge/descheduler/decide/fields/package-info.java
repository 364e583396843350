/**
 * Strict reading of JSON objects in the configuration and in the arguments of plugins; descheduler specification section 3.
 *
 * <p>Inputs: JSON trees; outputs: values, and problems that name field, value and range. Triggered once, when a configuration is
 * read.
 */
@NullMarked
package io.koordbridge.descheduler.decide.fields;

import org.jspecify.annotations.NullMarked;
