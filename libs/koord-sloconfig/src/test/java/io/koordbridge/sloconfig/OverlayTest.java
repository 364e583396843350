package io.koordbridge.sloconfig;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.binding.PlainJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverlayTest {

    private static final ObjectSchema INNER = ObjectSchema.of(Field.of("a", Scalar.TEXT), Field.of("b", Scalar.TEXT));
    private static final ObjectSchema SCHEMA = ObjectSchema.of(
                    Field.of("text", Scalar.TEXT),
                    Field.of("empty", Scalar.TEXT).countingEmptyText(),
                    Field.of("object", INNER),
                    Field.of("list", new ListSchema(INNER)),
                    Field.of("map", new MapSchema(Scalar.TEXT)),
                    Field.of("one", Scalar.TEXT),
                    Field.of("ofOne", Scalar.TEXT),
                    Field.of("other", Scalar.TEXT))
            .excluding(List.of("one", "ofOne"), List.of("other"));

    private static ObjectNode json(String text) throws JsonProcessingException {
        return (ObjectNode) PlainJson.MAPPER.readTree(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'text':'x'}               | {'text':'y'}               | {'text':'y'}",
                "{'text':'x'}               | {}                         | {'text':'x'}",
                "{'text':'x'}               | {'text':''}                | {'text':'x'}",
                "{'empty':'x'}              | {'empty':''}               | {'empty':''}",
                "{'object':{'a':'1','b':'2'}} | {'object':{'b':'3'}}     | {'object':{'a':'1','b':'3'}}",
                "{'map':{'k':'1','l':'2'}}  | {'map':{'l':'3','m':'4'}}  | {'map':{'k':'1','l':'3','m':'4'}}",
                "{'list':[{'a':'1'},{'a':'2'}]} | {'list':[{'b':'3'}]}   | {'list':[{'a':'1','b':'3'}]}",
                "{'list':[{'a':'1'}]}       | {'list':[]}                | {'list':[{'a':'1'}]}",
                "{'one':'1','ofOne':'2'}    | {'other':'3'}              | {'other':'3'}",
                "{'other':'1'}              | {'one':'2','ofOne':'3'}    | {'one':'2','ofOne':'3'}",
                "{'other':'1'}              | {'ofOne':'2'}              | {'other':'1'}",
                "{'text':'1'}               | {'ofOne':'2'}              | {'text':'1','ofOne':'2'}",
                "{'ofOne':'1'}              | {'ofOne':'2'}              | {'ofOne':'2'}",
                "{'ofOne':'1'}              | {'other':'2'}              | {'other':'2'}",
                "{'other':'1'}              | {'other':'2','ofOne':'3'}  | {'other':'2','ofOne':'3'}",
                "{'one':'1','ofOne':'2'}    | {'ofOne':'3'}              | {'one':'1','ofOne':'3'}",
                "{'one':'1'}                | {'other':''}               | {'one':'1'}",
                "{'map':{'k':'1'}}          | {'map':{}}                 | {'map':{'k':'1'}}",
            })
    void laysOneDocumentOverAnother(String base, String over, String merged) throws JsonProcessingException {
        assertThat(Overlay.merge(json(base), json(over), SCHEMA)).isEqualTo(json(merged));
    }

    @Test
    void changesNeitherArgument() throws JsonProcessingException {
        ObjectNode base = json("{'object':{'a':'1'}}");
        ObjectNode over = json("{'object':{'a':'2'}}");

        Overlay.merge(base, over, SCHEMA);

        assertThat(base).isEqualTo(json("{'object':{'a':'1'}}"));
        assertThat(over).isEqualTo(json("{'object':{'a':'2'}}"));
    }

    @Test
    void resetsAFieldThatTheOverlayLacks() throws JsonProcessingException {
        ObjectSchema schema = ObjectSchema.of(Field.of("text", Scalar.TEXT).resetTo("none"));

        assertThat(Overlay.merge(json("{'text':'x'}"), json("{}"), schema)).isEqualTo(json("{'text':'none'}"));
    }
}
