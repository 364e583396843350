/**
 * Admission of pods by the limit of their quota. Input: a pod, the ElasticQuota it belongs to. Output: accepted, with the
 * pod's request added to the quota's annotation, or refused. Triggered by the pod webhook with the gate
 * EnableQuotaAdmission; manager specification section 9.7.
 */
@NullMarked
package io.koordbridge.manager.quota.admission;

import org.jspecify.annotations.NullMarked;
