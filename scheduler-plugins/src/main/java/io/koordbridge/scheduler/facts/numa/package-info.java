/** What objects say of NUMA nodes and CPU binding: topology and labels of a node, wishes and holdings of a pod, and what a node's pods hold together. Input: Node, NodeResourceTopology and Pod objects; output: records. Triggered by events. Scheduler specification sections 2, 6 and 7. */
@NullMarked
package io.koordbridge.scheduler.facts.numa;

import org.jspecify.annotations.NullMarked;
