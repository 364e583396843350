/**
 * Arguments of the plugin MigrationController; descheduler specification section 3.
 *
 * <p>Inputs: JSON as in Koordinator's v1alpha2; outputs: values with all defaults, and what is wrong with them.
 */
@NullMarked
package io.koordbridge.descheduler.decide.args;

import org.jspecify.annotations.NullMarked;
