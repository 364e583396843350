package io.koordbridge.manager.publish;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.ReportFault;
import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.capacity.plan.MetadataDecision;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.protection.NodeProtection.State;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.protocol.Annotations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records Events for the outcome of a node, once per state change; a node is worked on by one thread at a time. */
final class ReconcileEvents {

    private static final Logger LOG = LoggerFactory.getLogger(ReconcileEvents.class);

    private static final Concern REPORT =
            new Concern("NodeMetricUnreadable", "NodeMetricReadable", "report is not used, the last good one stays");

    private static final Concern POD_USAGE =
            new Concern("PodUsageUnknown", "PodUsageKnown", "the requests of such pods count in place of their usage");
    private static final Concern UNPROTECTED =
            new Concern("NodeUnprotected", "NodeProtected", "batch and mid capacity do not grow");
    private static final Concern STALE =
            new Concern("NodeReportStale", "NodeReportFresh", "batch and mid capacity do not grow");

    private final EventRecorder events;
    private final ObjectWarnings reports;
    private final ObjectWarnings protections;
    private final Map<String, Map<String, String>> problems = new ConcurrentHashMap<>();
    private final Set<String> degraded = ConcurrentHashMap.newKeySet();

    ReconcileEvents(EventRecorder events) {
        this.events = events;
        this.reports = new ObjectWarnings(events);
        this.protections = new ObjectWarnings(events);
    }

    /** A pass was planned. */
    void planned(Node node, NodePlan plan) {
        if (plan.metadata() == MetadataDecision.NODE_INCOMPLETE) {
            return;
        }
        protection(node, plan.terms());
        plan.terms().stages().forEach(one -> turn(node, new Note(Kind.STAGE, one.name(), one.problem(), one.defect())));
        if (!BatchCapacity.of(plan.terms()).allotment().isReset()
                && degraded.remove(plan.terms().node())) {
            events.record(node, EventType.NORMAL, "BatchResourceRecovered", "the capacity is calculated again");
        }
    }

    /** A node that never reported has nothing that could grow; its NodeSLO and its agent are yet to come. */
    private void protection(Node node, NodeTerms terms) {
        if (BatchCapacity.of(terms).allotment().usageAt() == null
                && MidCapacity.of(terms).allotment().usageAt() == null) {
            return;
        }
        NodeProtection protection = terms.protection();
        State state = terms.strategy().nodeEnabled() ? protection.state() : State.NOT_JUDGED;
        protection(node, UNPROTECTED, state == State.UNPROTECTED ? protection.why() : "", protection);
        protection(node, STALE, state == State.STALE ? state.name() : "", protection);
    }

    /** The words name the time at which capacity ends, or the last of several reports that are old on arrival; the cause does not. */
    private void protection(Node node, Concern concern, String cause, NodeProtection protection) {
        protections.look(node, concern, cause, cause.isEmpty() ? "" : protection.sentence());
    }

    /** What the zones of a node came to, planned and written; the defect is null when nothing was thrown. */
    void zones(Node node, @Nullable Defect defect) {
        String part = StageNames.BATCH_RESOURCE + " zones";
        turn(node, Note.of(Kind.STAGE, part, defect));
    }

    /** What reading the strategy of a node threw, null when nothing. */
    void strategy(Node node, @Nullable Defect defect) {
        turn(node, Note.of(Kind.INPUT, "strategy of Node labels and " + Annotations.NODE_COLOCATION_STRATEGY, defect));
    }

    /** What a whole pass threw, null when it ended well. */
    void pass(Node node, @Nullable Defect defect) {
        turn(node, Note.of(Kind.PASS, "whole pass", defect));
    }

    /** What looking after the age of the capacity threw while the whole pass does, null when nothing. */
    void withoutCalculation(Node node, @Nullable Defect defect) {
        turn(node, Note.of(Kind.PASS, "age of the capacity", defect));
    }

    /** What a note is about. */
    private enum Kind {
        STAGE("Stage", "what is published stays"),
        INPUT("Input", "the last good one stays"),
        PASS("Pass", "what is published stays");

        private final String word;
        private final String kept;

        Kind(String word, String kept) {
            this.word = word;
            this.kept = kept;
        }

        String reason(String turn) {
            return "NodeResource" + word + turn;
        }
    }

    /**
     * A reportable state of a part of a node.
     *
     * @param problem null when the part works
     * @param defect what was thrown, null when the part failed as it may
     */
    private record Note(
            Kind kind,
            String part,
            @Nullable String problem,
            @Nullable Defect defect) {

        static Note of(Kind kind, String part, @Nullable Defect defect) {
            return new Note(kind, part, defect == null ? null : "threw " + defect.text(), defect);
        }

        /** The same for every pass that fails the same way. */
        @Nullable
        String known() {
            return defect == null ? problem : defect.place();
        }

        String kept() {
            return defect == null ? "contributes nothing" : kind.kept;
        }
    }

    private void turn(Node node, Note note) {
        String name = node.getMetadata().getName();
        Map<String, String> known = problems.get(name);
        String before = known == null ? null : known.get(note.part());
        String now = note.known();
        if (Objects.equals(before, now)) {
            return;
        }
        if (now == null) {
            forget(name, note.part());
            LOG.info("works again node={} part={}", name, note.part());
            events.record(node, EventType.NORMAL, note.kind().reason("Recovered"), note.part() + " works again");
        } else {
            problems.computeIfAbsent(name, unused -> new HashMap<>()).put(note.part(), now);
            LOG.warn("failed, {} node={} part={} problem={}", note.kept(), name, note.part(), note.problem());
            events.record(node, EventType.WARNING, note.kind().reason("Failed"), note.part() + ": " + note.problem());
        }
    }

    private void forget(String name, String part) {
        Map<String, String> known = problems.get(name);
        if (known != null) {
            known.remove(part);
            if (known.isEmpty()) {
                problems.remove(name);
            }
        }
    }

    /** A report is not used and the one before stays in force, or the usage of single pods is not used. */
    void unreadable(NodeMetric report, ReportFault fault) {
        String wholeReport = fault.onlyOfPod() ? "" : fault.field();
        reports.look(report, REPORT, wholeReport, fault.message());
        reports.look(report, POD_USAGE, fault.onlyOfPod() ? fault.kind().name() : "", fault.message());
    }

    /** A report can be read. */
    void readable(NodeMetric report) {
        reports.look(report, REPORT, "");
        reports.look(report, POD_USAGE, "");
    }

    /** A plan was written. */
    void written(Node node, NodePlan plan, Map<String, @Nullable Quantity> allocatable) {
        NodeTerms terms = plan.terms();
        BatchAllotment batch = BatchCapacity.of(terms).allotment();
        LOG.debug(
                "node written node={} cause={} metadata={} batch={} allocatable={}",
                terms.node(),
                plan.status().reason(),
                plan.metadata(),
                batch.reason(),
                allocatable);
        List<String> removed = allocatable.entrySet().stream()
                .filter(one -> one.getValue() == null)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        if (!removed.isEmpty()) {
            removed(node, batch, removed);
        }
    }

    private void removed(Node node, BatchAllotment allotment, List<String> names) {
        Reason reason = allotment.reason();
        if (allotment.isReset() && !allotment.isKept() && reason != Reason.COLOCATION_DISABLED) {
            degraded.add(node.getMetadata().getName());
            events.record(node, EventType.WARNING, "BatchResourceDegraded", "batch resources removed: " + reason);
            return;
        }
        String cause = reason == Reason.COLOCATION_DISABLED ? "colocation is switched off" : "no longer offered";
        events.record(node, EventType.NORMAL, "CapacityRemoved", String.join(", ", names) + ": " + cause);
    }

    void forget(String name) {
        problems.remove(name);
        degraded.remove(name);
        reports.forget(name);
        protections.forget(name);
    }
}
