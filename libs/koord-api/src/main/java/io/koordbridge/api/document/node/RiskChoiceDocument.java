package io.koordbridge.api.document.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
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
 * <tr><td>a text of more than {@value #LONGEST} characters</td><td>without it</td><td>none</td></tr>
 * <tr><td>text that is not JSON or not of the shape</td><td>none</td><td>yes</td></tr>
 * </table>
 */
@PureCore
public final class RiskChoiceDocument {

    /** More characters than a choice has. */
    static final int LONGEST = 64;

    private RiskChoiceDocument() {}

    /**
     * The choices as texts.
     *
     * @param cpu null where none was made
     * @param memory null where none was made
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Texts(@Nullable String cpu, @Nullable String memory) {

        public static final Texts NONE = new Texts(null, null);

        public Texts {
            cpu = cpu == null || cpu.length() > LONGEST ? null : cpu;
            memory = memory == null || memory.length() > LONGEST ? null : memory;
        }
    }

    /** Reads the text of the annotation, null when absent. */
    public static Decoded<Texts> read(@Nullable String text) {
        return JsonDocument.of(
                text, Annotations.NODE_RISK_CHOICE, Texts.class, "a JSON object with the texts cpu and memory");
    }

    /** The text of the annotation; empty where no choice was made. */
    public static Optional<String> write(Texts choices) {
        return choices.equals(Texts.NONE) ? Optional.empty() : Optional.of(AnnotationCodec.write(choices));
    }
}
