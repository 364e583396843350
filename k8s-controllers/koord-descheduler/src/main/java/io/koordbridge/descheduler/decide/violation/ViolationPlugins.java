package io.koordbridge.descheduler.decide.violation;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.descheduler.decide.run.PluginKind;
import io.koordbridge.descheduler.decide.run.PluginKind.Made;
import io.koordbridge.descheduler.decide.run.PluginPoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The plugins of this package, each with a reader of arguments. Unknown arguments are problems. */
public final class ViolationPlugins {

    /** By name. */
    public static final List<PluginKind> KINDS = List.of(
            kind("RemovePodsViolatingNodeAffinity", NodeAffinityArgs.FIELDS, false, NodeAffinityArgs::rule),
            kind("RemovePodsViolatingNodeTaints", NodeTaintsArgs.FIELDS, false, NodeTaintsArgs::rule),
            kind("RemoveFailedPods", FailedPodsArgs.FIELDS, false, FailedPodsArgs::rule),
            kind("PodLifeTime", PodLifeTimeArgs.FIELDS, true, PodLifeTimeArgs::rule));

    private ViolationPlugins() {}

    private static PluginKind kind(
            String name, Set<String> own, boolean oldestFirst, Function<StrictFields, PodRule> reader) {
        Set<String> fields = new HashSet<>(own);
        fields.addAll(PodScope.FIELDS);
        return new PluginKind(
                name, PluginPoint.DESCHEDULE, args -> made(name, Set.copyOf(fields), oldestFirst, reader, args));
    }

    private static Made made(
            String name,
            Set<String> fields,
            boolean oldestFirst,
            Function<StrictFields, PodRule> reader,
            JsonNode document) {
        List<String> problems = new ArrayList<>();
        StrictFields args = StrictFields.of(document, "", problems).only(fields);
        return new Made(new PodPlugin(name, PodScope.of(args), oldestFirst, reader.apply(args)), problems);
    }

    /** Rejects settings of the Kubernetes descheduler that need what is not read here. */
    static void notBuilt(StrictFields args, String... names) {
        for (String name : names) {
            boolean asked = args.has(name)
                    && (args.node(name).isBoolean()
                            ? args.node(name).booleanValue()
                            : !args.node(name).isEmpty() || !args.node(name).isContainerNode());
            if (asked) {
                args.refuse(name, "nothing (the field is known, not built: states of containers are not read)");
            }
        }
    }
}
