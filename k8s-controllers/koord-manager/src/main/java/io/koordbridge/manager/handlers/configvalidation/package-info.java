/**
 * Admission of the config map {@code slo-controller-config} and of node labels: texts that would not be taken, and entries
 * that select the same node, are refused before they are stored. Input: admission reviews, the labels of all nodes, the
 * config map as stored. Output: allowed or a denial with its reason. Rules are in
 * {@code io.koordbridge.sloconfig.validation}; manager specification section 9.5.
 */
@NullMarked
package io.koordbridge.manager.handlers.configvalidation;

import org.jspecify.annotations.NullMarked;
