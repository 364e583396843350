package io.koordbridge.testkit.arch;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;

/** Which part of the product may use which; a part is the package below {@code io.koordbridge}. */
final class Layers {

    private static final String PRODUCT = "io.koordbridge.";

    /** Libraries, from the bottom, with the libraries that each may use. */
    private static final Map<String, Set<String>> LIBRARIES = Map.ofEntries(
            Map.entry("protocol", Set.of()),
            Map.entry("answers", Set.of()),
            Map.entry("page", Set.of("protocol", "answers")),
            Map.entry("api", Set.of("protocol")),
            Map.entry("sloconfig", Set.of("protocol", "api")),
            Map.entry("policy", Set.of("protocol", "api")),
            Map.entry("capacity", Set.of("protocol", "api", "sloconfig", "policy")),
            Map.entry("replay", Set.of("protocol", "api", "sloconfig", "policy", "capacity")),
            Map.entry("admission", Set.of("protocol", "api", "sloconfig")),
            Map.entry("kube", Set.of("protocol", "api")),
            Map.entry("frame", Set.of("protocol", "api", "kube", "page")));

    /** Of tests and benchmarks: they use what they test. */
    private static final Set<String> FREE = Set.of("testkit", "lab", "it", "bench", "quickstart");

    static final ArchCondition<JavaClass> USE_ONLY_WHAT_IS_BELOW = new ArchCondition<>("use only what is below them") {
        @Override
        public void check(JavaClass type, ConditionEvents events) {
            String from = part(type);
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String to = part(dependency.getTargetClass());
                if (!to.isEmpty() && !to.equals(from) && !mayUse(from, to)) {
                    events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                }
            }
        }
    };

    private Layers() {}

    private static boolean mayUse(String from, String to) {
        return FREE.contains(from)
                || LIBRARIES.getOrDefault(from, LIBRARIES.keySet()).contains(to);
    }

    /** Empty for classes of others. */
    private static String part(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(PRODUCT) ? name.substring(PRODUCT.length()).split("\\.")[0] : "";
    }
}
