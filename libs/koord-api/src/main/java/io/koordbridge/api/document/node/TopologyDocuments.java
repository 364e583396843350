package io.koordbridge.api.document.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.koordbridge.api.annotation.CpuInfo;
import io.koordbridge.api.annotation.CpuSharedPool;
import io.koordbridge.api.annotation.CpuTopology;
import io.koordbridge.api.annotation.KubeletCpuManagerPolicy;
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
 * Annotations of a NodeResourceTopology, which koordlet writes: {@code kubelet.koordinator.sh/cpu-manager-policy}, {@code
 * node.koordinator.sh/cpu-topology}, {@code …/cpu-shared-pools}, {@code …/be-cpu-shared-pools}, {@code …/pod-cpu-allocs}, {@code
 * …/cpu-basic-info}. The copies of annotations of the Node have readers of their names.
 *
 * <table>
 * <caption>Input and result</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>none, empty text, JSON null (cpu-basic-info: no empty text)</td><td>absent</td><td>none</td></tr>
 * <tr><td>text that is not JSON or not of the shape</td><td>none</td><td>yes</td></tr>
 * <tr><td>policy: reservedCPUs that are no list</td><td>policy and options, no reserved CPUs</td><td>yes</td></tr>
 * <tr><td>topology: an id outside 0 to 8191, a NUMA id outside 0 to 63</td><td>the other CPUs</td><td>yes</td></tr>
 * <tr><td>topology: a number that is missing</td><td>0, as in the reference</td><td>none</td></tr>
 * <tr><td>pools: CPUs that are no list</td><td>none</td><td>yes</td></tr>
 * <tr><td>pools: a pool without a NUMA node</td><td>NUMA node 0, as in the reference</td><td>none</td></tr>
 * <tr><td>CPUs of pods: CPUs that are no list</td><td>CPUs of the other pods</td><td>yes</td></tr>
 * <tr><td>CPUs of pods: without uid or not managed by the kubelet</td><td>left out</td><td>none</td></tr>
 * </table>
 *
 * <p>With a problem. koordlet: containers are bound by the last good rule; suppression counts the kubelet's policy as none; metrics of a
 * pool are left out. koord-scheduler: what is left counts, with an event; without a topology no pod gets CPUs. koord-manager: without
 * cpu-basic-info the normalization ratio of the node stays, with an event.
 */
@PureCore
public final class TopologyDocuments {

    private static final int HIGHEST_NUMA_NODE = 63;
    private static final int MOST_PROBLEMS = 5;

    private TopologyDocuments() {}

    /**
     * How the kubelet gives CPUs to containers.
     *
     * @param policy empty without one
     */
    public record KubeletCpus(String policy, Map<String, String> options, CpuSet reserved) {

        public KubeletCpus {
            options = Map.copyOf(options);
        }

        /** Whether it gives whole CPUs to containers itself. */
        public boolean isStatic() {
            return policy.equals("static");
        }

        /** Whether it gives whole cores. */
        public boolean givesFullCores() {
            return isStatic() && "true".equals(options.get("full-pcpus-only"));
        }
    }

    /** One logical CPU. */
    public record TopologyCpu(int id, int core, int socket, int node) {}

    /**
     * CPUs that containers of a class share on a NUMA node.
     *
     * @param text the list as written
     */
    public record CpuPool(int node, String text, CpuSet cpus) {}

    /** What the agent found out about the CPUs. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record CpuBasicInfo(
            @Nullable String cpuModel,
            @Nullable Boolean hyperThreadEnabled,
            @Nullable Boolean turboEnabled,
            @Nullable String catL3CbmMask,
            @Nullable String vendorID) {}

    /** CPUs of a pod that the kubelet or the scheduler gave. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record PodCpus(
            @Nullable String uid,
            @Nullable String cpuset,
            @Nullable Boolean managedByKubelet) {}

    /** The policy of the kubelet. */
    public static Decoded<KubeletCpus> kubelet(@Nullable String text) {
        String key = Annotations.NRT_KUBELET_CPU_MANAGER_POLICY;
        Decoded<KubeletCpuManagerPolicy> decoded = decode(text, key, KubeletCpuManagerPolicy.class, "a JSON object");
        KubeletCpuManagerPolicy written = decoded.value();
        if (written == null) {
            return new Decoded<>(null, decoded.problems());
        }
        Decoded<CpuSet> reserved =
                CpuListDocument.read(key, "reservedCPUs", Objects.requireNonNullElse(written.reservedCPUs(), ""));
        return new Decoded<>(
                new KubeletCpus(
                        Objects.requireNonNullElse(written.policy(), ""),
                        Objects.requireNonNullElse(written.options(), Map.of()),
                        reserved.orElse(CpuSet.EMPTY)),
                reserved.problems());
    }

    /** The CPUs of the machine. */
    public static Decoded<List<TopologyCpu>> cpus(@Nullable String text) {
        String key = Annotations.NRT_CPU_TOPOLOGY;
        Decoded<CpuTopology> decoded = decode(text, key, CpuTopology.class, "a JSON object with a list 'detail'");
        if (decoded.value() == null) {
            return new Decoded<>(null, decoded.problems());
        }
        List<TopologyCpu> cpus = new ArrayList<>();
        List<WireProblem> problems = new ArrayList<>();
        for (CpuInfo one : Objects.requireNonNullElse(decoded.value().detail(), List.<CpuInfo>of())) {
            TopologyCpu cpu =
                    new TopologyCpu(number(one.id()), number(one.core()), number(one.socket()), number(one.node()));
            if (cpu.id() >= 0 && cpu.id() <= CpuSet.HIGHEST && cpu.node() >= 0 && cpu.node() <= HIGHEST_NUMA_NODE) {
                cpus.add(cpu);
            } else if (problems.size() < MOST_PROBLEMS) {
                problems.add(new WireProblem(
                        key,
                        "detail",
                        cpu.toString(),
                        "ids from 0 to " + CpuSet.HIGHEST + " and NUMA ids from 0 to " + HIGHEST_NUMA_NODE));
            }
        }
        return new Decoded<>(cpus, problems);
    }

    private static int number(@Nullable Integer number) {
        return number == null ? 0 : number;
    }

    /** Pools of all but best-effort pods. */
    public static Decoded<List<CpuPool>> sharedPools(@Nullable String text) {
        return pools(text, Annotations.NRT_CPU_SHARED_POOLS);
    }

    /** Pools of best-effort pods. */
    public static Decoded<List<CpuPool>> bestEffortPools(@Nullable String text) {
        return pools(text, Annotations.NRT_BE_CPU_SHARED_POOLS);
    }

    private static Decoded<List<CpuPool>> pools(@Nullable String text, String key) {
        Decoded<CpuSharedPool[]> decoded = decode(text, key, CpuSharedPool[].class, "a JSON list of pools");
        if (decoded.value() == null) {
            return new Decoded<>(null, decoded.problems());
        }
        List<CpuPool> pools = new ArrayList<>();
        for (@Nullable CpuSharedPool pool : decoded.value()) {
            if (pool != null) {
                String list = Objects.requireNonNullElse(pool.cpuset(), "");
                Decoded<CpuSet> cpus = CpuListDocument.read(key, "cpuset", list);
                if (!cpus.isGood()) {
                    return new Decoded<>(null, cpus.problems());
                }
                pools.add(new CpuPool(number(pool.node()), list, cpus.orElse(CpuSet.EMPTY)));
            }
        }
        return Decoded.of(pools);
    }

    /** CPUs of pods that the kubelet binds by itself. */
    public static Decoded<CpuSet> cpusOfKubeletPods(@Nullable String text) {
        String key = Annotations.NRT_POD_CPU_ALLOCS;
        Decoded<PodCpus[]> decoded = decode(text, key, PodCpus[].class, "a JSON list of pods");
        if (decoded.value() == null) {
            return new Decoded<>(null, decoded.problems());
        }
        CpuSet all = CpuSet.EMPTY;
        List<WireProblem> problems = new ArrayList<>();
        for (@Nullable PodCpus pod : decoded.value()) {
            if (pod != null && Boolean.TRUE.equals(pod.managedByKubelet()) && hasUid(pod)) {
                Decoded<CpuSet> cpus = CpuListDocument.read(
                        key, "cpuset of pod " + pod.uid(), Objects.requireNonNullElse(pod.cpuset(), ""));
                all = all.union(cpus.orElse(CpuSet.EMPTY));
                if (problems.size() < MOST_PROBLEMS) {
                    problems.addAll(cpus.problems());
                }
            }
        }
        return new Decoded<>(all, problems);
    }

    private static boolean hasUid(PodCpus pod) {
        return !Objects.requireNonNullElse(pod.uid(), "").isEmpty();
    }

    /** What the agent found out about the CPUs. */
    public static Decoded<CpuBasicInfo> basicInfo(@Nullable String text) {
        return JsonDocument.of(
                text,
                Annotations.NRT_CPU_BASIC_INFO,
                CpuBasicInfo.class,
                "a JSON object such as {\"cpuModel\": \"x\"}");
    }

    private static <T> Decoded<T> decode(@Nullable String text, String key, Class<T> type, String allowed) {
        return JsonDocument.of(text == null || text.isEmpty() ? null : text, key, type, allowed);
    }
}
