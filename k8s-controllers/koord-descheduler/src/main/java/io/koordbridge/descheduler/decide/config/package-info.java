/**
 * The configuration of the process in Koordinator's v1alpha2 form: profiles, plugins, limits of a run; descheduler specification
 * sections 1 and 3.
 *
 * <p>Inputs: JSON trees of the configuration file; outputs: records, with problems that name field, value and range, and remarks on
 * fields without effect. Triggered once, when the process starts or a configuration is checked.
 */
@NullMarked
package io.koordbridge.descheduler.decide.config;

import org.jspecify.annotations.NullMarked;
