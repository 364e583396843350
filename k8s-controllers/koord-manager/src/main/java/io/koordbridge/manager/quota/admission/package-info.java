/**
 * Admission of pods by the limit of their quota. Input: a pod, the ElasticQuota it belongs to with what koord-scheduler publishes
 * of it. Output: accepted or refused; nothing is written. Triggered by the pod webhook with the gate EnableQuotaAdmission; manager
 * specification section 9.7.
 */
@NullMarked
package io.koordbridge.manager.quota.admission;

import org.jspecify.annotations.NullMarked;
