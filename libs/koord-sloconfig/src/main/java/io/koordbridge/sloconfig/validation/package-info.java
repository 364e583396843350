/**
 * What may be stored: rules for the config map {@code slo-controller-config} and for the labels of nodes; manager
 * specification section 9.5 with the corrections of Q1 in section 14. Input: data before and after, labels of nodes.
 * Output: the first reason to deny, or every problem with key, line, field, value and allowed range. Pure; triggered by
 * the admission webhook and by the command line.
 */
@NullMarked
package io.koordbridge.sloconfig.validation;

import org.jspecify.annotations.NullMarked;
