package io.koordbridge.koordlet.yarn;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** One HTTP call over a unix socket, which the JDK's client does not do, or over loopback: one connection for each call, ended by the server. */
final class PluginHttp {

    /** Far more than a thousand containers need, and even as nothing but empty objects no danger to a small heap. */
    private static final int MAX_ANSWER_BYTES = 512 << 10;

    private static final String END_OF_HEAD = "\r\n\r\n";

    private PluginHttp() {}

    /** Status and body of an answer. */
    record Answer(int status, String body) {}

    /**
     * What is asked.
     *
     * @param body empty for none
     */
    record Call(String method, String path, String body) {}

    /**
     * Calls.
     *
     * @param door socket or token file
     * @throws IOException when the server cannot be reached, takes longer than {@code timeout}, or does not answer in HTTP
     */
    static Answer call(Path door, PluginTrust trust, Call call, Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        PluginDoor.Opened opened = PluginDoor.open(door, trust, deadline);
        try (SocketChannel channel = opened.channel();
                Selector selector = Selector.open()) {
            write(channel, selector, request(call, opened.authorization()), deadline);
            return parse(read(channel, selector, deadline));
        }
    }

    private static byte[] request(Call call, String authorization) {
        byte[] content = call.body().getBytes(StandardCharsets.UTF_8);
        String head = call.method() + " " + call.path()
                + " HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n" + authorization
                + "Content-Type: application/json\r\nContent-Length: " + content.length
                + "\r\nConnection: close\r\n\r\n";
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(content);
        return all.toByteArray();
    }

    private static void write(SocketChannel channel, Selector selector, byte[] request, long deadline)
            throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(request);
        SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE);
        while (rest.hasRemaining()) {
            await(selector, deadline);
            channel.write(rest);
        }
        key.interestOps(SelectionKey.OP_READ);
    }

    private static String read(SocketChannel channel, Selector selector, long deadline) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(16 * 1024);
        while (true) {
            await(selector, deadline);
            int count = channel.read(buffer.clear());
            if (count < 0) {
                return answer.toString(StandardCharsets.UTF_8);
            }
            if (answer.size() + count > MAX_ANSWER_BYTES) {
                throw new IOException("the answer is longer than " + MAX_ANSWER_BYTES + " bytes");
            }
            answer.write(buffer.array(), 0, count);
        }
    }

    private static void await(Selector selector, long deadline) throws IOException {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0 || selector.select(millis) == 0) {
            throw new SocketTimeoutException("no whole answer in time");
        }
        selector.selectedKeys().clear();
    }

    private static Answer parse(String text) throws IOException {
        int end = text.indexOf(END_OF_HEAD);
        String[] status = text.split("\r\n", 2)[0].split(" ");
        boolean http = end > 0 && status.length >= 2 && status[0].startsWith("HTTP/1.");
        if (!http || !status[1].matches("\\d{3}")) {
            throw new IOException("the answer is not HTTP");
        }
        if (text.substring(0, end).toLowerCase(Locale.ROOT).contains("transfer-encoding")) {
            throw new IOException("the answer is in chunks, which is not understood");
        }
        return new Answer(Integer.parseInt(status[1]), text.substring(end + END_OF_HEAD.length()));
    }
}
