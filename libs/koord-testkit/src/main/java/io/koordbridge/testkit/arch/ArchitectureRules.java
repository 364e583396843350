package io.koordbridge.testkit.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/** Rules of the house; a module's test includes them with {@code ArchTests.in(ArchitectureRules.class)}. */
public final class ArchitectureRules {

    @ArchTest
    public static final ArchRule PURE_CORES_DO_NO_IO = noClasses()
            .that()
            .areAnnotatedWith(PureCore.class)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.io..",
                    "java.nio.file..",
                    "java.net..",
                    "java.util.concurrent..",
                    "org.slf4j..",
                    "io.fabric8.kubernetes.client..",
                    "com.codahale.metrics..")
            .because("a core computes; its edge reads, writes, logs and counts")
            .allowEmptyShould(true);

    @ArchTest
    public static final ArchRule PURE_CORES_ASK_NO_CLOCK = noClasses()
            .that()
            .areAnnotatedWith(PureCore.class)
            .should()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(java.time.Clock.class)
            .because("time is an argument")
            .allowEmptyShould(true);

    @ArchTest
    public static final ArchRule PURE_CORES_DRAW_NO_LOTS = noClasses()
            .that()
            .areAnnotatedWith(PureCore.class)
            .should()
            .callMethod(Math.class, "random")
            .orShould()
            .callMethod(java.util.UUID.class, "randomUUID")
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching(
                    "java\\.util\\.(Splittable)?Random|java\\.util\\.random\\..*|java\\.security\\.SecureRandom")
            .because("chance is an argument")
            .allowEmptyShould(true);

    @ArchTest
    public static final ArchRule PURE_CORES_REMEMBER_NOTHING = fields().that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith(PureCore.class)
            .should()
            .beFinal()
            .andShould(FieldConditions.HOLD_NO_MUTABLE_COLLECTION)
            .because("memory between rounds is state in, state out")
            .allowEmptyShould(true);

    @ArchTest
    public static final ArchRule PACKAGES_ARE_CAPABILITIES = noClasses()
            .should()
            .resideInAnyPackage("..util..", "..utils..", "..impl..", "..model..", "..service..", "..helper..")
            .because("a package is a capability, not a kind")
            .allowEmptyShould(true);

    @ArchTest
    public static final ArchRule PACKAGES_FORM_NO_CYCLES = SlicesRuleDefinition.slices()
            .matching("io.koordbridge.(**)")
            .should()
            .beFreeOfCycles()
            .allowEmptyShould(true);

    @ArchTest
    public static final ArchRule LAYERS = classes()
            .should(Layers.USE_ONLY_WHAT_IS_BELOW)
            .because("protocol <- api <- kube <- frame <- executables; api <- sloconfig <- capacity")
            .allowEmptyShould(true);

    @ArchTest
    public static final ArchRule RECORDS_ARE_NARROW = classes()
            .that()
            .areRecords()
            .should(WideRecords.HAVE_AT_MOST_TEN_COMPONENTS)
            .because("a record of more components hides parts that deserve a name")
            .allowEmptyShould(true);

    private ArchitectureRules() {}

    /**
     * The packages directly below a root in their layers. A package is used by those of higher layers only, and each package is
     * named.
     *
     * @param layers from the bottom to the top
     */
    public static ArchRule layers(String root, List<List<String>> layers) {
        LayeredArchitecture rule = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String name : layers.stream().flatMap(List::stream).toList()) {
            rule = rule.layer(name).definedBy(root + "." + name + "..");
        }
        for (int at = 0; at < layers.size(); at++) {
            String[] higher = layers.subList(at + 1, layers.size()).stream()
                    .flatMap(List::stream)
                    .toArray(String[]::new);
            for (String name : layers.get(at)) {
                rule = higher.length == 0
                        ? rule.whereLayer(name).mayNotBeAccessedByAnyLayer()
                        : rule.whereLayer(name).mayOnlyBeAccessedByLayers(higher);
            }
        }
        return rule.ensureAllClassesAreContainedInArchitectureIgnoring(root);
    }
}
