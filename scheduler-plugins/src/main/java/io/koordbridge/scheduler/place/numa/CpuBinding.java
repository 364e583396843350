package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.cpus.CpuLayout;
import io.koordbridge.scheduler.facts.cpus.CpuRequest;
import io.koordbridge.scheduler.facts.numa.NumaNodeFacts;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import java.util.Optional;

/**
 * Whether and how a pod gets CPUs of its own on one node; scheduler specification sections 8.3 and 9.2.
 *
 * @param binds whether it gets any
 * @param policy bind policy for the selection, empty for none
 * @param required whether the policy must hold
 */
@PureCore
public record CpuBinding(boolean binds, String policy, boolean required) {

    static final String INVALID_TOPOLOGY = "node(s) invalid CPU Topology";
    static final String CONFLICT = "node(s) cpu bind policy conflicts with pod's required cpu bind policy";
    static final String NOT_MULTIPLE = "node(s) requested cpus not multiple cpus per core";

    /** The decision for a pod on a node. */
    public static CpuBinding of(NumaDemand demand, NumaNodeFacts facts, NumaTopology topology) {
        String ofNode = required(facts.bindPolicy(topology));
        boolean binds = demand.wish().binds() || (demand.milliCpu() > 0 && !ofNode.isEmpty());
        String ofPod = demand.wish().required();
        if (!ofPod.isEmpty()) {
            return new CpuBinding(binds, ofPod, true);
        }
        return ofNode.isEmpty()
                ? new CpuBinding(binds, demand.wish().preferred(), false)
                : new CpuBinding(binds, ofNode, true);
    }

    /** Why the pod cannot have CPUs of its own on the node, whatever is free there. */
    Optional<String> problem(NumaDemand demand, NumaNodeFacts facts, NumaTopology topology) {
        if (!binds) {
            return Optional.empty();
        }
        CpuLayout layout = topology.layout();
        if (!layout.isValid()) {
            return Optional.of(INVALID_TOPOLOGY);
        }
        String ofNode = required(facts.bindPolicy(topology));
        String ofPod = demand.wish().required();
        String inForce = ofNode.isEmpty() ? ofPod : ofNode;
        if (!ofPod.isEmpty() && !ofPod.equals(inForce)) {
            return Optional.of(CONFLICT);
        }
        boolean whole = !inForce.equals(CpuRequest.FULL_PCPUS) || demand.wholeCpus() % layout.cpusPerCore() == 0;
        return whole ? Optional.empty() : Optional.of(NOT_MULTIPLE);
    }

    private static String required(String nodePolicy) {
        return switch (nodePolicy) {
            case NumaNodeFacts.FULL_PCPUS_ONLY -> CpuRequest.FULL_PCPUS;
            case NumaNodeFacts.SPREAD_BY_PCPUS -> CpuRequest.SPREAD_BY_PCPUS;
            default -> "";
        };
    }
}
