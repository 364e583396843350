package io.koordbridge.api.document.yarn;

import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code told.json}, the capacity that a NodeManager has from its ResourceManager. Writer: the plugin, in a directory that containers
 * may be able to write.
 *
 * <table>
 * <caption>Readings and effects</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>node agent</th></tr>
 * <tr><td>no file, JSON {@code null}</td><td>absent</td><td>none</td><td>removes the annotation</td></tr>
 * <tr><td>vcores or memoryMB absent or not from 0 to 2^31-1</td><td>none</td><td>the document</td><td>the annotation stays; problem once</td></tr>
 * <tr><td>no JSON, another shape</td><td>none</td><td>the document</td><td>the annotation stays; problem once</td></tr>
 * </table>
 */
@PureCore
public final class ToldCapacityReader {

    /** Name of the file, beside the lease file. */
    public static final String FILE = "told.json";

    private ToldCapacityReader() {}

    /** Reads the file's text, null without a file. */
    public static Decoded<YarnResource> read(@Nullable String text) {
        Decoded<YarnResource> document =
                JsonDocument.of(text, FILE, YarnResource.class, "{\"vcores\":number,\"memoryMB\":number}");
        YarnResource found = document.value();
        if (found == null) {
            return document;
        }
        List<WireProblem> problems = new ArrayList<>();
        return new Decoded<>(YarnAmountCheck.required(FILE, "", found, YarnAmountCheck.MOST, problems), problems);
    }
}
