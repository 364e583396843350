package io.koordbridge.api.document.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Annotation {@code node.koordinator.sh/reservation} of a Node, and its copy on the NodeResourceTopology. Cluster administrators write
 * it.
 *
 * <table>
 * <caption>Input and result</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>none, JSON null</td><td>absent</td><td>none</td></tr>
 * <tr><td>{@code {}}</td><td>nothing reserved</td><td>none</td></tr>
 * <tr><td>amounts; CPUs, whose number replaces the amount of cpu; policy empty, Default or ReservedCPUsOnly</td><td>as written</td>
 *     <td>none</td></tr>
 * <tr><td>other text than a JSON object, an amount that is not a quantity, CPUs that are no list</td><td>none</td><td>yes</td></tr>
 * <tr><td>a negative amount, a range that runs backwards</td><td>the rest</td><td>yes</td></tr>
 * <tr><td>an amount above 2^53</td><td>2^53 in its place</td><td>yes</td></tr>
 * <tr><td>another policy</td><td>as written, takes nothing from allocatable</td><td>yes</td></tr>
 * </table>
 *
 * <p>With a problem, in every process: what was in force before stays; without an earlier value the value of the table counts, and
 * where there is none, nothing is reserved. koord-manager: the batch capacity of the node, event NodeReservationInvalid; the value is
 * dropped with the node and not known after a restart. koord-scheduler: allocatable and the CPUs that pods may get, event of the node.
 * koordlet: suppression, the copy on the NodeResourceTopology, a warning; the value survives a restart in last-known.json. Readers of
 * the copy (koordlet, koord-scheduler) leave out what is wrong, because the agent that writes the copy keeps the last good value.
 */
@PureCore
public final class NodeReservationDocument {

    private static final String KEY = Annotations.NODE_RESERVATION;
    private static final String ALLOWED =
            "a JSON object such as {\"resources\": {\"cpu\": \"2\", \"memory\": \"4Gi\"}}";
    private static final List<String> POLICIES = List.of("", ReservedResources.DEFAULT, ReservedResources.ONLY_CPUS);

    private NodeReservationDocument() {}

    /** The annotation as it is written; resources as a tree, so that a problem names the amount. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Wire(
            @Nullable Map<String, JsonNode> resources,
            @Nullable String reservedCPUs,
            @Nullable String applyPolicy) {}

    /** Reads the annotation of an object. */
    public static Decoded<ReservedResources> of(HasMetadata object) {
        return read(AnnotationCodec.text(object, KEY).orElse(null));
    }

    /** Reads a text, null when absent. */
    public static Decoded<ReservedResources> read(@Nullable String text) {
        Decoded<Wire> decoded = JsonDocument.of(text, KEY, Wire.class, ALLOWED);
        Wire wire = decoded.value();
        if (wire == null) {
            return new Decoded<>(null, decoded.problems());
        }
        Decoded<Map<String, Quantity>> resources =
                WireAmounts.read(KEY, "resources.", Objects.requireNonNullElse(wire.resources(), Map.of()));
        Decoded<CpuSet> cpus =
                CpuListDocument.read(KEY, "reservedCPUs", Objects.requireNonNullElse(wire.reservedCPUs(), ""));
        String policy = Objects.requireNonNullElse(wire.applyPolicy(), "");
        List<WireProblem> problems = new ArrayList<>(resources.problems());
        problems.addAll(cpus.problems());
        if (!POLICIES.contains(policy)) {
            problems.add(new WireProblem(
                    KEY, "applyPolicy", policy, ReservedResources.DEFAULT + " and " + ReservedResources.ONLY_CPUS));
        }
        boolean readable = resources.value() != null && cpus.value() != null;
        return new Decoded<>(
                readable ? new ReservedResources(resources.orElse(Map.of()), cpus.orElse(CpuSet.EMPTY), policy) : null,
                problems);
    }

    /**
     * The choice of every process about a problem.
     *
     * @param last what was in force before, null when nothing was
     * @return null when nothing is reserved
     */
    public static <T> @Nullable T inForce(Decoded<T> read, @Nullable T last) {
        return last == null ? read.value() : read.orLast(last);
    }
}
