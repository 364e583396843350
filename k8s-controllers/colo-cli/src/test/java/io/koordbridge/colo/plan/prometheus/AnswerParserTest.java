package io.koordbridge.colo.plan.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerParserTest {
    private final List<Series> series = new ArrayList<>();

    private String read(String json) throws IOException {
        return AnswerParser.read(
                new ByteArrayInputStream(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)), series::add);
    }

    @Test
    void readsEachSeriesOfARange() throws IOException {
        String error = read("{'status':'success','data':{'resultType':'matrix','result':["
                + "{'metric':{'node':'a','instance':'a:1'},'values':[[60,'1.5'],[120.0,'2e0']]},"
                + "{'metric':{},'values':[]}]},'warnings':['slow']}");

        assertThat(error).isEmpty();
        assertThat(series).hasSize(2);
        assertThat(series.get(0).labels()).isEqualTo(Map.of("node", "a", "instance", "a:1"));
        assertThat(series.get(0).size()).isEqualTo(2);
        assertThat(series.get(0).second(1)).isEqualTo(120);
        assertThat(series.get(0).value(1)).isEqualTo(2);
        assertThat(series.get(1).size()).isZero();
    }

    @Test
    void readsTheOnePointOfAnInstant() throws IOException {
        read(
                "{'status':'success','data':{'resultType':'vector','result':[{'metric':{'node':'a'},'value':[60.4,'8']}]}}");

        assertThat(series.get(0).second(0)).isEqualTo(60);
        assertThat(series.get(0).value(0)).isEqualTo(8);
    }

    @Test
    void leavesOutValuesThatAreNoAmount() throws IOException {
        read(
                "{'status':'success','data':{'result':[{'metric':{},'values':[[60,'NaN'],[120,'+Inf'],[180,'-Inf'],[200,'1e999'],[240,'3']]}]}}");

        assertThat(series.get(0).size()).isEqualTo(1);
        assertThat(series.get(0).second(0)).isEqualTo(240);
    }

    @Test
    void handsOnTheErrorOfAnAnswer() throws IOException {
        assertThat(read("{'status':'error','errorType':'bad_data','error':'parse error: unexpected }'}"))
                .isEqualTo("parse error: unexpected }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html>",
                "[]",
                "{}",
                "{'status':'success','data':{'result':[{'metric':{},'values':[[60,'many']]}]}}",
                "{'status':'success','data':{'result':[{'metric':{},'values':5}]}}",
                "{'status':'success','data':{'result':[{'metric':{},'value':[60]}]}}",
                "{'status':'success','data':{'result':[{'metric':{'a':'b",
                "{'status':'success','data':{'result':[{'metric':5}]}}",
                "{'status':'success','data':{'result':[{'metric':null,'values':[]}]}}",
                "{'status':'success','data':{'result':[{'metric':{'a':['b']}}]}}",
                "{'status':'success','data':{'result':[{'metric':{},'value':[60,7]}]}}",
                "{'status':'success','data':{'result':[{'metric':{},'value':['60','7']}]}}",
                "{'status':'success','data':{'result':[{'metric':{},'values':[[60,'7'],8]}]}}",
                "{'status':'success','data':{'result':[7]}}"
            })
    void refusesWhatIsNoAnswerOfThisApi(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(AnswerParser.BadAnswerException.class);
    }

    @Test
    void refusesMoreSeriesThanAClusterHas() {
        String one = "{'metric':{},'value':[60,'1']},";
        String json = "{'status':'success','data':{'result':[" + one.repeat(AnswerParser.MOST_SERIES) + one + "{}]}}";

        assertThatThrownBy(() -> read(json))
                .isInstanceOf(AnswerParser.BadAnswerException.class)
                .hasMessageContainingAll("more than 200000 series", "--prometheus-match");
        assertThat(series).hasSize(AnswerParser.MOST_SERIES);
    }
}
