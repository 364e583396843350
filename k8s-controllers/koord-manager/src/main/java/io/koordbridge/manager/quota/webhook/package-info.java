/**
 * Admission of ElasticQuotas. Input: reviews of ElasticQuota objects, the topology of quotas, pods by quota. Output: filled-in
 * labels and annotations, denials with a reason, the page of the topology. Triggered by the API server on every replica;
 * manager specification section 9.6.
 */
@NullMarked
package io.koordbridge.manager.quota.webhook;

import org.jspecify.annotations.NullMarked;
