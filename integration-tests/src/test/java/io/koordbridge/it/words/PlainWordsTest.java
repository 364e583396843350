package io.koordbridge.it.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Documents, comments and messages use the words of the field: the phrases of CONTRIBUTING's table stay rare. */
class PlainWordsTest {

    private static final double BUDGET_PER_THOUSAND = 0.5;
    private static final Path ROOT = ProjectLayout.find().root();
    private static final Set<String> SKIPPED = Set.of("target", ".git", "node_modules");

    private static final Pattern MARKERS = Pattern.compile(
            "\\b(?:tells?|told|telling)\\b|\\b(?:some|no|any|every)body\\b|, too\\b|\\balone\\b|\\b(?:is|are) none\\b"
                    + "|\\bof what\\b|\\bwhat of\\b|\\bagain and again\\b|\\bmeanwhile\\b|\\bnothing (?:\\w+ )?more\\b"
                    + "|\\b(?:sold|sells?|selling)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern WORDS = Pattern.compile("[A-Za-z][A-Za-z'-]*");
    private static final int LONGEST_NAME = 60;
    private static final Pattern TEST_NAME = Pattern.compile("\n    void ([a-z]\\w+)\\(");
    private static final Pattern CODE_SPAN = Pattern.compile("`[^`\\n]*`");
    private static final Pattern JAVADOC_TAG = Pattern.compile("\\{@\\w+ [^}]*}");
    /** Text block, string, character, line comment, block comment: the first that begins wins. */
    private static final Pattern TOKENS = Pattern.compile(
            "\"\"\"(?<block>.*?)\"\"\"|\"(?<text>(?:\\\\.|[^\"\\\\\\n])*+)\"|'(?:\\\\.|[^'\\\\])++'"
                    + "|//(?<line>[^\\n]*+)|/\\*(?<comment>.*?)\\*/",
            Pattern.DOTALL);

    @Test
    void documentsUseStandardWords() {
        List<Path> pages = files(".md");

        assertThat(pages).hasSizeGreaterThan(30);
        assertThat(found(pages, page -> CODE_SPAN.matcher(page).replaceAll(" ")))
                .matches(Found::isRare);
    }

    @Test
    void commentsUseStandardWords() {
        assertThat(found(sources(), source -> parts(source, "line", "comment"))).matches(Found::isRare);
    }

    @Test
    void messagesUseStandardWords() {
        assertThat(found(sources(), source -> parts(source, "text", "block"))).matches(Found::isRare);
    }

    @Test
    void changelogOfAReleaseIsShort() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("CHANGELOG.md"));
        long release = lines.stream()
                .dropWhile(line -> !line.startsWith("## 0.1.0"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .count();

        assertThat(release).isBetween(20L, 90L);
    }

    /** One in a hundred may be longer. */
    @Test
    void testNamesAreShort() {
        List<String> names = files(".java").stream()
                .filter(file -> file.toString().contains("/src/test/java/"))
                .flatMap(file -> TEST_NAME.matcher(read(file)).results().map(name -> name.group(1)))
                .toList();

        assertThat(names).hasSizeGreaterThan(1_000);
        assertThat(names.stream().filter(name -> name.length() > LONGEST_NAME).toList())
                .hasSizeLessThan(names.size() / 100);
    }

    @Test
    void aMarkerIsFound() {
        assertThat(MARKERS.matcher("Tells nobody of it, too.").results()).hasSize(3);
        assertThat(parts("String a = \"told\"; // alone\n/** @see Tell */ char c = '\"';", "line", "comment"))
                .contains("alone", "Tell")
                .doesNotContain("told");
    }

    /** Markers in texts, and how many words they stand among. */
    private record Found(int words, List<String> markers) {

        boolean isRare() {
            return markers.size() * 1_000.0 <= BUDGET_PER_THOUSAND * words;
        }
    }

    private static Found found(List<Path> files, Function<String, String> part) {
        int words = 0;
        List<String> markers = new ArrayList<>();
        for (Path file : files) {
            String text = part.apply(read(file));
            words += (int) WORDS.matcher(text).results().count();
            MARKERS.matcher(text)
                    .results()
                    .map(marker -> ROOT.relativize(file) + ": "
                            + text.substring(
                                    Math.max(0, marker.start() - 40), Math.min(text.length(), marker.end() + 20)))
                    .forEach(markers::add);
        }
        return new Found(words, markers);
    }

    private static String parts(String source, String... groups) {
        StringBuilder all = new StringBuilder();
        var tokens = TOKENS.matcher(source);
        while (tokens.find()) {
            for (String group : groups) {
                String part = tokens.group(group);
                if (part != null) {
                    all.append(JAVADOC_TAG
                                    .matcher(part.replaceAll("\\n\\s*\\*", " "))
                                    .replaceAll(" "))
                            .append('\n');
                }
            }
        }
        return all.toString();
    }

    private static List<Path> sources() {
        return files(".java").stream()
                .filter(file -> file.toString().contains("/src/main/java/"))
                .toList();
    }

    private static List<Path> files(String ending) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return SKIPPED.contains(String.valueOf(directory.getFileName()))
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(ending)) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
