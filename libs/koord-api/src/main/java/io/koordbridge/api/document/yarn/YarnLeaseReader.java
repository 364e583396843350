package io.koordbridge.api.document.yarn;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotation {@link Annotations#NODE_YARN_LEASE} of a Node. Writer: yarn-operator.
 *
 * <table>
 * <caption>Readings</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>no annotation, JSON {@code null}</td><td>absent</td><td>none</td></tr>
 * <tr><td>no JSON, another shape, a number beyond 64 bits</td><td>none</td><td>the document</td></tr>
 * <tr><td>{@code lease} absent, incomplete or negative</td><td>the rest</td><td>{@code lease}</td></tr>
 * <tr><td>{@code lease.vcoreRatio} not from 0.001 to 1000</td><td>the rest</td><td>{@code lease.vcoreRatio}</td></tr>
 * <tr><td>{@code lost} or {@code used} negative</td><td>the rest</td><td>that part</td></tr>
 * <tr><td>{@code nodeId} not HOST:PORT; an empty one is none</td><td>the rest</td><td>{@code nodeId}</td></tr>
 * <tr><td>unknown fields, an unknown {@code state}</td><td>as it is</td><td>none</td></tr>
 * </table>
 *
 * <table>
 * <caption>Effects</caption>
 * <tr><th>process</th><th>absent</th><th>with a problem</th></tr>
 * <tr><td>yarn-operator</td><td colspan="2">the wrong part counts as absent; the document is written again in the same pass</td></tr>
 * <tr><td>node agent</td><td>removes lease.json</td><td>lease.json stays as it is, and without only the ratio is written without it; problem once
 *     for each text</td></tr>
 * <tr><td>clean-up of koord-manager</td><td colspan="2">does not wait for the node, unless the state could be read</td></tr>
 * <tr><td>story</td><td colspan="2">shows the lease as unknown</td></tr>
 * </table>
 */
@PureCore
public final class YarnLeaseReader {

    private static final String KEY = Annotations.NODE_YARN_LEASE;
    private static final String ALLOWED = "the JSON object that yarn-operator writes";

    private YarnLeaseReader() {}

    /** Reads the annotation of a Node. */
    public static Decoded<YarnLease> read(HasMetadata node) {
        return checked(JsonDocument.of(node, KEY, YarnLease.class, ALLOWED));
    }

    /** Reads the annotation's text, null when absent. */
    public static Decoded<YarnLease> read(@Nullable String text) {
        return checked(JsonDocument.of(text, KEY, YarnLease.class, ALLOWED));
    }

    private static Decoded<YarnLease> checked(Decoded<YarnLease> document) {
        YarnLease found = document.value();
        if (found == null) {
            return document;
        }
        List<WireProblem> problems = new ArrayList<>();
        YarnLease left = new YarnLease(
                found.cluster(),
                nodeId(found.nodeId(), problems),
                found.state(),
                registers(found.lease(), problems),
                YarnAmountCheck.optional(KEY, "used", found.used(), problems),
                YarnAmountCheck.optional(KEY, "lost", found.lost(), problems),
                found.epoch(),
                found.seq(),
                found.reason(),
                found.time());
        return new Decoded<>(left, problems);
    }

    private static @Nullable String nodeId(@Nullable String found, List<WireProblem> problems) {
        if (found == null || found.isEmpty() || YarnNodeId.parse(found).isPresent()) {
            return found;
        }
        problems.add(new WireProblem(KEY, "nodeId", found, YarnNodeId.ALLOWED));
        return null;
    }

    private static @Nullable YarnResource registers(@Nullable YarnResource found, List<WireProblem> problems) {
        YarnResource lease = YarnAmountCheck.required(KEY, "lease", found, Long.MAX_VALUE, problems);
        if (lease == null
                || lease.vcoreRatio() == null
                || lease.usableVcoreRatio().isPresent()) {
            return lease;
        }
        problems.add(new WireProblem(KEY, "lease.vcoreRatio", lease.vcoreRatio().toString(), "0.001 to 1000"));
        return new YarnResource(lease.vcores(), lease.memoryMB());
    }
}
