package io.koordbridge.api.document.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Annotation {@code koordbridge.io/risk-choice} of a Node: which estimate of online use was chosen by risk. Writer: koord-manager, on
 * change; reader: koord-manager after a restart, or the replica that leads next.
 *
 * <table>
 * <caption>Input and result</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>none, JSON null</td><td>absent</td><td>none</td></tr>
 * <tr><td>texts of cpu, memory, or both</td><td>as written; the risk rule reads the texts</td><td>none</td></tr>
 * <tr><td>cpuRiskPercent, memoryRiskPercent</td><td>as written; older versions neither write nor read them</td><td>none</td></tr>
 * <tr><td>a text of more than {@value #LONGEST} characters</td><td>without it</td><td>yes</td></tr>
 * <tr><td>text that is not JSON or not of the shape</td><td>none</td><td>yes</td></tr>
 * </table>
 */
@PureCore
public final class RiskChoiceDocument {

    /** More characters than a choice has. */
    static final int LONGEST = 64;

    private static final String KEY = Annotations.NODE_RISK_CHOICE;

    private RiskChoiceDocument() {}

    /**
     * The choices as texts.
     *
     * @param cpu null where none was made
     * @param memory null where none was made
     * @param cpuRiskPercent the risk that the choice for CPU was made under, null where it is not known
     * @param memoryRiskPercent likewise for memory
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Texts(
            @Nullable String cpu,
            @Nullable String memory,
            @Nullable Double cpuRiskPercent,
            @Nullable Double memoryRiskPercent) {

        public static final Texts NONE = new Texts(null, null, null, null);
    }

    /** Reads the text of the annotation, null when absent. */
    public static Decoded<Texts> read(@Nullable String text) {
        Decoded<Texts> decoded = JsonDocument.of(text, KEY, Texts.class, "a JSON object with the texts cpu and memory");
        Texts found = decoded.value();
        if (found == null) {
            return decoded;
        }
        List<WireProblem> problems = new ArrayList<>();
        Texts left = new Texts(
                limited("cpu", found.cpu(), problems),
                limited("memory", found.memory(), problems),
                found.cpuRiskPercent(),
                found.memoryRiskPercent());
        return new Decoded<>(left, problems);
    }

    private static @Nullable String limited(String field, @Nullable String text, List<WireProblem> problems) {
        if (text == null || text.length() <= LONGEST) {
            return text;
        }
        problems.add(new WireProblem(KEY, field, text, "at most " + LONGEST + " characters"));
        return null;
    }

    /** The text of the annotation; empty where no choice was made. */
    public static Optional<String> write(Texts choices) {
        return choices.equals(Texts.NONE) ? Optional.empty() : Optional.of(AnnotationCodec.write(choices));
    }
}
