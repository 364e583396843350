/**
 * The trees of ElasticQuotas and their rules. Input: ElasticQuota objects from a cache and from admission reviews, pods
 * that belong to a quota. Output: rulings on changes, filled-in objects, the quota of a pod. Triggered by the API server's
 * reviews on every replica; manager specification section 9.6.
 */
@NullMarked
package io.koordbridge.manager.quota.topology;

import org.jspecify.annotations.NullMarked;
