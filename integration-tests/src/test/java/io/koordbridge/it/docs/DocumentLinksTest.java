package io.koordbridge.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the pages lead somewhere, the index has each page, and the two languages say the same. */
class DocumentLinksTest {

    private static final Path ROOT = ProjectLayout.find().root();
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern TABLE_ROW = Pattern.compile("(?m)^\\|.*\\|$");
    private static final Pattern LINKED_TEXT = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\w\\- ]", Pattern.UNICODE_CHARACTER_CLASS);

    @Test
    void linksLeadToFilesAndHeadings() throws IOException {
        List<String> broken = new ArrayList<>();
        List<Path> pages = pages();
        for (Path page : pages) {
            LINK.matcher(text(page))
                    .results()
                    .forEach(link -> problem(page, link)
                            .ifPresent(why -> broken.add(ROOT.relativize(page) + ": " + link.group() + " " + why)));
        }

        assertThat(pages).hasSizeGreaterThan(40);
        assertThat(broken).isEmpty();
    }

    @Test
    void theIndexHasEachGuide() throws IOException {
        String index = Files.readString(DOCS.resolve("README.md"));

        try (Stream<Path> guides = Files.list(DOCS.resolve("guide"))) {
            assertThat(guides.map(guide -> "(guide/" + guide.getFileName() + ")"))
                    .allSatisfy(link -> assertThat(index).contains(link));
        }
    }

    @Test
    void conceptsHaveTheSamePartsInBothLanguages() {
        String english = text(DOCS.resolve("guide/concepts.md"));
        String chinese = text(DOCS.resolve("guide/concepts.zh.md"));

        for (Pattern part : List.of(HEADING, TABLE_ROW)) {
            assertThat(part.matcher(chinese).results().count())
                    .isGreaterThan(9)
                    .isEqualTo(part.matcher(english).results().count());
        }
    }

    @Test
    void aMissingHeadingIsFound() {
        Path page = DOCS.resolve("README.md");
        MatchResult link = LINK.matcher("[a](guide/concepts.md#no-such-part)")
                .results()
                .toList()
                .get(0);

        assertThat(problem(page, link)).hasValue("has no such heading");
    }

    private static Optional<String> problem(Path page, MatchResult link) {
        Path target = link.group(1).isEmpty()
                ? page
                : page.getParent().resolve(link.group(1)).normalize();
        if (!Files.exists(target)) {
            return Optional.of("is not there");
        }
        boolean found = link.group(2) == null
                || !target.toString().endsWith(".md")
                || HEADING.matcher(text(target))
                        .results()
                        .anyMatch(heading -> anchor(heading.group(1)).equals(link.group(2)));
        return found ? Optional.empty() : Optional.of("has no such heading");
    }

    /** As GitHub makes it of a heading. */
    private static String anchor(String heading) {
        String words = LINKED_TEXT.matcher(heading).replaceAll("$1").strip().toLowerCase(Locale.ROOT);
        return NOT_IN_ANCHORS.matcher(words).replaceAll("").replace(' ', '-');
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(DOCS, ROOT.resolve("charts"))) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        for (String page : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "AGENTS.md")) {
            pages.add(ROOT.resolve(page));
        }
        return pages;
    }

    private static String text(Path page) {
        try {
            return CODE.matcher(Files.readString(page)).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + page, e);
        }
    }
}
