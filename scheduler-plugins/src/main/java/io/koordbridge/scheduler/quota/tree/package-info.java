/** Elastic quotas: what each quota of a tree may use now, and whether a pod may enter. Input: ElasticQuotas, nodes' allocatable, pods' requests; output: runtime quotas and verdicts. Triggered by events of these objects and by the verbs. Scheduler specification for quotas, sections 2 to 6. */
@NullMarked
package io.koordbridge.scheduler.quota.tree;

import org.jspecify.annotations.NullMarked;
