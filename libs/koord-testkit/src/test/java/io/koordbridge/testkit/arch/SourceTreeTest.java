package io.koordbridge.testkit.arch;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules that need the sources of all modules. */
class SourceTreeTest {

    private static final int LINES_THAT_NEED_A_TEST = 60;
    private static final List<String> TEST_ENDINGS = List.of("Test", "Properties", "IT", "E2E");
    private static final Pattern TYPE_NAME = Pattern.compile("\\b[A-Z]\\w+");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern DOCUMENTED_TEST = Pattern.compile("`([A-Z]\\w*(?:Test|IT|E2E|Properties))\\b[^`]*`");

    /** Modules that exist for tests. */
    private static final Set<String> FOR_TESTS = Set.of("libs/koord-testkit", "libs/koord-lab");

    /** Compares a shipped file with the classes of its configuration, beside the generator of their reference page. */
    private static final Set<String> ONLY_IN_TESTS = Set.of("ShippedFile");

    private static final Path ROOT = root();

    /** Classes of 60 lines or more without a test of their name; it only gets shorter. */
    private static final Path WITHOUT_OWN_TEST =
            ROOT.resolve("libs/koord-testkit/src/test/resources/arch/without-own-test.txt");

    /** Decoding of a wire document; design 3.28. */
    private static final Pattern DECODES = Pattern.compile("\\bAnnotationCodec\\s*(?:\\.|::)\\s*(?:read|decode)\\b"
            + "|\\bJsonDocument\\b|import static io\\.koordbridge\\.api\\.annotation\\.AnnotationCodec");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern PARSES_JSON = Pattern.compile("\\b(?:readTree|readValue)\\(");

    /** Classes outside koord-api that parse JSON of another kind, each with its kind behind its name. */
    private static final Path JSON_OF_OTHER_KINDS =
            ROOT.resolve("libs/koord-testkit/src/test/resources/arch/parses-other-json.txt");

    /**
     * A class with its module's path.
     *
     * @param text without comments in main sources
     */
    private record Source(String module, String name, int lines, String text) {

        String qualifiedName() {
            Matcher found = PACKAGE.matcher(text);
            return found.find() ? found.group(1) + "." + name : name;
        }
    }

    @Test
    void longClassesHaveTestsOfTheirName() throws IOException {
        Map<String, Set<String>> tests =
                sources("src/test/java").stream().collect(groupingBy(Source::module, mapping(Source::name, toSet())));
        Set<String> shared = tests.getOrDefault("integration-tests", Set.of());
        Set<String> missing = new TreeSet<>();
        for (Source source : sources("src/main/java")) {
            Set<String> own = tests.getOrDefault(source.module(), Set.of());
            Predicate<String> exists = test -> own.contains(test) || shared.contains(test);
            if (source.lines() >= LINES_THAT_NEED_A_TEST
                    && TEST_ENDINGS.stream().map(source.name()::concat).noneMatch(exists)) {
                missing.add(source.module() + " " + source.name());
            }
        }
        Set<String> listed = new TreeSet<>(Files.readAllLines(WITHOUT_OWN_TEST));
        Set<String> tested = new TreeSet<>(listed);
        tested.removeAll(missing);
        missing.removeAll(listed);

        assertThat(missing).as("classes that need a test of their name").isEmpty();
        assertThat(tested).as("lines to remove from %s", WITHOUT_OWN_TEST).isEmpty();
    }

    @Test
    void onlyKoordApiDecodesWireDocuments() throws IOException {
        Set<String> otherJson = firstWords(JSON_OF_OTHER_KINDS);
        Set<String> decoders = new TreeSet<>();
        Set<String> parsers = new TreeSet<>();
        for (Source source : sources("src/main/java")) {
            boolean parses = PARSES_JSON.matcher(source.text()).find();
            boolean product = !FOR_TESTS.contains(source.module()) && !"benchmarks".equals(source.module());
            if ("libs/koord-api".equals(source.module())) {
                continue;
            }
            if (product && parses) {
                parsers.add(source.qualifiedName());
            }
            if (DECODES.matcher(source.text()).find()
                    || (product && parses && !otherJson.contains(source.qualifiedName()))) {
                decoders.add(source.qualifiedName());
            }
        }

        assertThat(decoders)
                .as(
                        "classes that decode a wire document, which a reader in io.koordbridge.api.document has to do; one that parses"
                                + " JSON of another kind is named in %s",
                        JSON_OF_OTHER_KINDS)
                .isEmpty();
        assertThat(otherJson)
                .as("lines to keep in %s, all others go", JSON_OF_OTHER_KINDS)
                .isSubsetOf(parsers);
    }

    /** The first word of each line. */
    private static Set<String> firstWords(Path list) throws IOException {
        Set<String> names = new TreeSet<>();
        for (String line : Files.readAllLines(list)) {
            names.add(line.split(" ", 2)[0]);
        }
        return names;
    }

    @Test
    void mainClassesAreUsedByMainClasses() throws IOException {
        List<Source> main = sources("src/main/java");
        Map<String, Set<String>> users = new HashMap<>();
        for (Source source : main) {
            names(source.text())
                    .forEach(name -> users.computeIfAbsent(name, unused -> new HashSet<>())
                            .add(source.name()));
        }
        Set<String> named = namesInScriptsAndPoms();

        assertThat(main)
                .filteredOn(source -> !FOR_TESTS.contains(source.module()))
                .filteredOn(source -> !ONLY_IN_TESTS.contains(source.name()))
                .filteredOn(source -> !named.contains(source.name()))
                .filteredOn(source -> users.get(source.name()).equals(Set.of(source.name())))
                .extracting(Source::name)
                .isEmpty();
    }

    @Test
    void documentsNameTestsThatExist() throws IOException {
        Set<String> tests = sources("src/test/java").stream().map(Source::name).collect(toSet());
        Set<String> named = new TreeSet<>();
        for (Path document : List.of(ROOT.resolve("CONTRIBUTING.md"), ROOT.resolve("docs/guide/architecture.md"))) {
            DOCUMENTED_TEST
                    .matcher(Files.readString(document))
                    .results()
                    .map(found -> found.group(1))
                    .forEach(named::add);
        }

        assertThat(named).isNotEmpty().isSubsetOf(tests);
    }

    private static Set<String> names(String text) {
        return TYPE_NAME.matcher(text).results().map(MatchResult::group).collect(toSet());
    }

    /** Main classes and classes that others find by name. */
    private static Set<String> namesInScriptsAndPoms() throws IOException {
        Set<String> names = new HashSet<>();
        for (Path module : modules()) {
            names.addAll(names(Files.readString(module.resolve("pom.xml"))));
            files(module.resolve("src/main/resources")).forEach(file -> names.addAll(names(read(file))));
        }
        for (String folder : List.of("bin", "build/dist", "charts/hadoop-yarn/templates")) {
            files(ROOT.resolve(folder)).forEach(file -> names.addAll(names(read(file))));
        }
        names.addAll(names(read(ROOT.resolve("quickstart"))));
        return names;
    }

    private static List<Source> sources(String folder) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (Path module : modules()) {
            files(module.resolve(folder)).stream()
                    .filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                    .forEach(file -> sources.add(source(module, file)));
        }
        return sources;
    }

    private static Source source(Path module, Path file) {
        String text = read(file);
        String name = file.getFileName().toString().replace(".java", "");
        int lines = (int) text.lines().count();
        return new Source(
                ROOT.relativize(module).toString(),
                name,
                lines,
                COMMENT.matcher(text).replaceAll(""));
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.walk(ROOT, 2)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .toList();
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("AGENTS.md"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
