package io.koordbridge.it.quickstart;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page docs/quickstart.md as the blocks that a reader runs, in their order. */
final class QuickstartPage {
    private static final Pattern PART =
            Pattern.compile("^## ([^\n]+)$|^```([a-z]+)\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern FILE = Pattern.compile("`([a-z-]+\\.yaml)`:$");

    private QuickstartPage() {}

    /**
     * One block.
     *
     * @param heading of its section
     * @param kind bash or yaml
     * @param file under which the page has it stored, empty without a name
     * @param expected what the page says that it prints, empty when it says nothing
     */
    record Block(String heading, String kind, String file, String text, String expected) {}

    static List<Block> read() throws IOException {
        String page = Files.readString(ProjectLayout.find().root().resolve("docs/quickstart.md"));
        List<Block> blocks = new ArrayList<>();
        String heading = "";
        Matcher part = PART.matcher(page);
        while (part.find()) {
            if (part.group(1) != null) {
                heading = part.group(1);
                continue;
            }
            Matcher file = FILE.matcher(page.substring(0, part.start()).stripTrailing());
            if (part.group(2).equals("text")) {
                Block last = blocks.remove(blocks.size() - 1);
                blocks.add(new Block(last.heading(), last.kind(), last.file(), last.text(), part.group(3)));
            } else {
                blocks.add(new Block(heading, part.group(2), file.find() ? file.group(1) : "", part.group(3), ""));
            }
        }
        return blocks;
    }
}
