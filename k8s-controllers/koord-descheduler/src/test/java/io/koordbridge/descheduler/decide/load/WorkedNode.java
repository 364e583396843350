package io.koordbridge.descheduler.decide.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.descheduler.decide.arbitration.EvictionFilters;
import io.koordbridge.descheduler.decide.arbitration.JobClaim;
import io.koordbridge.descheduler.decide.arbitration.MigrationView;
import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.args.MigrationArgsReader;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.node.ReportReader;
import io.koordbridge.descheduler.decide.nodemanager.NodeManagerRule;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.descheduler.decide.scene.ScenePods;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import io.koordbridge.testkit.guide.GuideTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Three nodes, of which one is the table of docs/guide/descheduler.md, under the arguments of the shipped file. */
final class WorkedNode {

    static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");

    private static final String PAGE = "descheduler.md";
    private static final Path SHIPPED = Path.of("src/main/dist/conf/koord-descheduler.yaml");
    private static final Pattern POD = Pattern.compile("`([a-z]+)/([a-z0-9-]+)`(?:, (.+))?");
    private static final Pattern OWNER = Pattern.compile("(Deployment|StatefulSet) of (\\d+)");
    private static final Duration DRAIN = Duration.ofMinutes(10);
    private static final long GIB = 1L << 30;
    private static final long NODE_CPU = 32_000;

    private final List<List<String>> rows;
    private final Map<String, PodFacts> pods = new LinkedHashMap<>();
    private final Map<String, Integer> replicas = new HashMap<>();
    private final List<String> evicted = new ArrayList<>();
    private final String page;
    private final LowNodeLoadArgs load;
    private final MigrationArgs migration;

    WorkedNode() {
        GuideTables tables = new GuideTables(PAGE);
        rows = tables.rows("what", "class, QoS", "cpu", "memory", "may it go?").toList();
        String before = "";
        for (List<String> row : rows) {
            Matcher pod = POD.matcher(row.get(0));
            if (pod.matches()) {
                String owner = pod.group(3) == null ? "" : pod.group(3);
                before = owner.equals("the same") ? before : owner;
                add(pod.group(1), pod.group(2), before, row.get(1));
            }
        }
        JsonNode plugins;
        try {
            page = Files.readString(Path.of("../../docs/guide", PAGE));
            plugins = new YAMLMapper().readTree(SHIPPED.toFile()).at("/descheduler/profiles/0/pluginConfig");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        migration = MigrationArgsReader.read(untyped(plugins.at("/0/args"))).args();
        load = LowNodeLoadArgsReader.read(untyped(plugins.at("/1/args"))).args();
    }

    private static JsonNode untyped(JsonNode args) {
        return ((ObjectNode) args).without(List.of("apiVersion", "kind"));
    }

    private void add(String namespace, String name, String owner, String rank) {
        Matcher workload = OWNER.matcher(owner);
        boolean owned = workload.matches();
        String controller = namespace + "-" + name.replaceAll("-[a-z0-9]$", "");
        if (owned) {
            replicas.put(controller, Integer.valueOf(workload.group(2)));
        }
        PodFacts pod = ScenePods.pod(
                namespace,
                name,
                ScenePods.with(
                        ScenePods.on("hot"),
                        owned ? ScenePods.of(controller) : UnaryOperator.identity(),
                        ranked(rank),
                        name.startsWith("nodemanager") ? WorkedNode::nodeManager : UnaryOperator.identity()));
        pods.put(pod.ref().key(), pod);
    }

    /** Such as {@code batch, BE}. */
    private static UnaryOperator<PodBuilder> ranked(String rank) {
        String[] parts = rank.split(", ");
        return pod -> pod.editMetadata()
                .addToLabels("koordinator.sh/priority-class", "koord-" + parts[0])
                .addToLabels("koordinator.sh/qosClass", parts[1])
                .endMetadata()
                .editSpec()
                .withSchedulerName("koord-scheduler")
                .endSpec();
    }

    private static PodBuilder nodeManager(PodBuilder pod) {
        return pod.editMetadata()
                .addToLabels("app.kubernetes.io/component", "node-manager")
                .endMetadata();
    }

    /** The text of the page, wherever its lines are wrapped. */
    String page() {
        return page.replaceAll("\\s+", " ");
    }

    MigrationArgs migration() {
        return migration;
    }

    PodFacts pod(String key) {
        return Optional.ofNullable(pods.get(key)).orElseThrow();
    }

    /** What was evicted, and for which target. */
    List<String> evicted() {
        return evicted;
    }

    /** The table of thresholds. */
    Map<String, Long> thresholds() {
        Map<String, Long> found = new LinkedHashMap<>();
        new GuideTables(PAGE).rows("threshold", "percent", "cpu", "memory").forEach(row -> {
            String name = row.get(0).split(":")[0];
            found.put(name + " cpu", amount(row.get(2)));
            found.put(name + " memory", amount(row.get(3)));
        });
        return found;
    }

    /** The first check that keeps each pod as the table says it; an empty text for the one that goes. */
    Map<String, String> checks() {
        Map<String, String> found = new LinkedHashMap<>();
        for (List<String> row : rows) {
            Matcher pod = POD.matcher(row.get(0));
            if (pod.matches()) {
                String key = pod.group(1) + "/" + pod.group(2);
                String said = row.get(4).replaceAll("^no: (\\w+).*", "$1");
                String other = evicted.contains(key + " to cold") ? "" : "NodeOverloaded";
                found.put(key, said.equals("yes") ? other : said);
            }
        }
        return found;
    }

    /** What the table says that a pod uses. */
    long usage(String key, String resource) {
        return rows.stream()
                .filter(row -> row.get(0).startsWith("`" + key + "`"))
                .mapToLong(row -> amount(row, resource))
                .sum();
    }

    /** Of all rows above the sum. */
    long sum(String resource) {
        return rows.stream()
                .filter(row -> !row.get(0).startsWith("**"))
                .mapToLong(row -> amount(row, resource))
                .sum();
    }

    private static long amount(List<String> row, String resource) {
        return amount(row.get(resource.equals("cpu") ? 2 : 3));
    }

    /** Cores in milli, GiB in bytes. */
    private static long amount(String text) {
        String[] parts = text.split(" ");
        long unit = parts.length > 1 && parts[1].equals("GiB") ? GIB : 1_000;
        return new BigDecimal(parts[0]).multiply(BigDecimal.valueOf(unit)).longValue();
    }

    static String cores(long milliCpu) {
        return plain(BigDecimal.valueOf(milliCpu, 3));
    }

    static String gib(long bytes) {
        return plain(BigDecimal.valueOf(Math.round(10.0 * bytes / GIB), 1));
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    /** One run with reports of that time. */
    LoadResult run(LoadMemory memory, Instant now) {
        return run(memory, now, rows);
    }

    /** One run that finds the node well. */
    LoadResult runWell(LoadMemory memory, Instant now) {
        return run(memory, now, List.of());
    }

    private LoadResult run(LoadMemory memory, Instant now, List<List<String>> used) {
        List<NodeFacts> nodes = List.of(node("cold"), node("hot"), node("warm"));
        Map<String, LoadReport> reports = Map.of(
                "cold", report(now, 6_000, 20 * GIB, List.of()),
                "hot", report(now, 0, 0, used),
                "warm", report(now, 16_000, 20 * GIB, List.of()));
        FixedView view = new FixedView(now, nodes, Map.of("hot", List.copyOf(pods.values())), reports);
        return LowNodeLoad.run(load, memory, view, nodes, true, new Filters());
    }

    private static NodeFacts node(String name) {
        Map<String, Long> room = Map.of("cpu", NODE_CPU, "memory", 64 * GIB, "pods", 110L);
        return new NodeFacts(new NodeTraits(name, false, Map.of(), List.of()), true, room, room);
    }

    /** A NodeMetric of the agent; what YARN's containers use is in it. */
    private static LoadReport report(Instant now, long systemCpu, long systemMemory, List<List<String>> used) {
        YAMLMapper json = new YAMLMapper();
        ObjectNode status = json.createObjectNode();
        status.put("updateTime", now.toString());
        used(status.putObject("nodeMetric").putObject("systemUsage"), systemCpu, systemMemory);
        ObjectNode yarn = status.putArray("hostApplicationMetric").addObject().put("name", "hadoop-yarn");
        used(yarn.putObject("usage"), 3_000, GIB);
        for (List<String> row : used) {
            Matcher pod = POD.matcher(row.get(0));
            if (pod.matches()) {
                ObjectNode metric = status.withArray("podsMetric").addObject();
                metric.put("namespace", pod.group(1)).put("name", pod.group(2));
                used(metric.putObject("podUsage"), amount(row, "cpu"), amount(row, "memory"));
            } else if (row.get(0).equals("system")) {
                used((ObjectNode) status.at("/nodeMetric/systemUsage"), amount(row, "cpu"), amount(row, "memory"));
            }
        }
        ObjectNode metric = json.createObjectNode();
        metric.set("status", status);
        return ReportReader.of(Serialization.unmarshal(metric.toString(), NodeMetric.class), now);
    }

    private static void used(ObjectNode usage, long milliCpu, long bytes) {
        usage.putObject("resources").put("cpu", milliCpu + "m").put("memory", String.valueOf(bytes));
    }

    Workloads workloads() {
        return new Workloads() {
            @Override
            public Optional<Scale> scale(String namespace, OwnerRef controller) {
                return Optional.ofNullable(replicas.get(controller.uid()))
                        .map(size -> new Scale(controller.uid(), size));
            }

            @Override
            public Collection<PodFacts> pods(String workloadUid) {
                return List.of();
            }
        };
    }

    private final class Jobless implements MigrationView {

        @Override
        public Collection<JobClaim> jobs() {
            return List.of();
        }

        @Override
        public Optional<PodFacts> pod(String namespace, String name) {
            return Optional.ofNullable(pods.get(namespace + "/" + name));
        }

        @Override
        public Workloads workloads() {
            return WorkedNode.this.workloads();
        }
    }

    /** The filters that ship; evictions are noted. */
    private final class Filters implements Evictor {

        private final EvictionFilters filters = EvictionFilters.ofRun(
                migration,
                new Jobless(),
                (pod, policy) -> NodeManagerRule.keeps(pod, false, policy.wireName(), Duration.ZERO, DRAIN)
                        .map(why -> Verdict.refused(NodeManagerRule.CHECK, why))
                        .orElse(Verdict.ALLOWED));

        @Override
        public Verdict filter(PodFacts pod) {
            return filters.request(pod);
        }

        @Override
        public Verdict preEvictionFilter(PodFacts pod) {
            return Verdict.ALLOWED;
        }

        @Override
        public Verdict evict(EvictionRequest request) {
            Verdict verdict = filter(request.pod());
            if (verdict.allowed()) {
                evicted.add(request.pod().ref().key() + " to " + String.join(",", request.targets()));
            }
            return verdict;
        }
    }
}
