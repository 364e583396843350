package io.koordbridge.api.document.node;

import io.koordbridge.api.annotation.SystemQosResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Annotation {@code node.koordinator.sh/system-qos-resource} of a Node, and its copy on the NodeResourceTopology: CPUs of the system
 * class. Cluster administrators write it.
 *
 * <table>
 * <caption>Input and result</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>none, empty text, JSON null</td><td>absent</td><td>none</td></tr>
 * <tr><td>{@code {}}</td><td>no CPUs</td><td>none</td></tr>
 * <tr><td>{@code {"cpuset": "0-1", "cpusetExclusive": false}}</td><td>CPUs, shared with others</td><td>none</td></tr>
 * <tr><td>a range that runs backwards</td><td>the rest</td><td>yes</td></tr>
 * <tr><td>CPUs that are no list, other text than a JSON object</td><td>none</td><td>yes</td></tr>
 * </table>
 *
 * <p>With a problem. On the Node: koordlet leaves the NodeResourceTopology as it is, with a warning. On the copy: koordlet binds
 * containers by the last good rule, suppression and koord-scheduler leave out what is wrong, each with a warning.
 */
@PureCore
public final class SystemQosDocument {

    private static final String KEY = Annotations.NODE_SYSTEM_QOS_RESOURCE;
    private static final String ALLOWED = "a JSON object such as {\"cpuset\": \"0-1\"}";

    private SystemQosDocument() {}

    /**
     * CPUs of the system class.
     *
     * @param written the document
     * @param cpus its list
     */
    public record SystemCpus(SystemQosResource written, CpuSet cpus) {

        /** The CPUs that no other class may use. */
        public CpuSet exclusive() {
            return Boolean.FALSE.equals(written.cpusetExclusive()) ? CpuSet.EMPTY : cpus;
        }
    }

    /** Reads a text, null when absent. */
    public static Decoded<SystemCpus> read(@Nullable String text) {
        Decoded<SystemQosResource> decoded =
                JsonDocument.of(text == null || text.isEmpty() ? null : text, KEY, SystemQosResource.class, ALLOWED);
        SystemQosResource written = decoded.value();
        if (written == null) {
            return new Decoded<>(null, decoded.problems());
        }
        Decoded<CpuSet> cpus = CpuListDocument.read(KEY, "cpuset", Objects.requireNonNullElse(written.cpuset(), ""));
        List<WireProblem> problems = new ArrayList<>(decoded.problems());
        problems.addAll(cpus.problems());
        return new Decoded<>(cpus.map(list -> new SystemCpus(written, list)).value(), problems);
    }
}
