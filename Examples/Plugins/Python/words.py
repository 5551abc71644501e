"""A plugin that counts and replaces words in files; requires the package `mcp`, 2 or later."""
import os
import shutil
from typing import Annotated

from mcp.server.mcpserver import Context, Elicit, MCPServer, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

server = MCPServer("words", version="1.0", log_level="WARNING")
File = Annotated[str, Field(description="Absolute path of a text file.", pattern="^/")]

class Counts(BaseModel):
    words: int
    files: dict[str, int] = Field(description="Word count of each file.")

class Replaced(BaseModel):
    places: int

class Answer(BaseModel):
    replace: bool = Field(title="Replace")

def read_text(file):
    try:
        with open(file, encoding="utf-8", newline="") as opened:
            return opened.read()
    except (OSError, ValueError) as error:
        raise ToolError(f"Can't read '{file}': {error}.") from None

@server.tool(annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
async def count_words(files: list[File], context: Context) -> Counts:
    """Counts the words in text files and reports progress."""
    counts = {}
    for done, file in enumerate(files, 1):
        counts[file] = len(read_text(file).split())
        await context.report_progress(done, len(files), file)
    return Counts(words=sum(counts.values()), files=counts)

def confirm(file: str, old: str, new: str) -> Elicit[Answer]:
    if not old or old not in (text := read_text(file)):
        raise ToolError(f"'{file}' doesn't contain '{old}'.")
    return Elicit(f"Replace '{old}' with '{new}' in '{file}' (matches: {text.count(old)})?", Answer)

Confirmation = Annotated[Answer, Resolve(confirm)]

@server.tool(annotations=ToolAnnotations(destructive_hint=True, open_world_hint=False))
def replace_words(file: File, old: str, new: str, answer: Confirmation) -> Replaced:
    """Replaces all matches of a text in a file, after confirmation."""
    if not answer.replace:
        raise ToolError("Cancelled; nothing was replaced.")
    text = read_text(file)
    copy = shutil.copy2(file, f"{file}.new")
    with open(copy, "w", encoding="utf-8", newline="") as opened:
        opened.write(text.replace(old, new))
    os.replace(copy, file)
    return Replaced(places=text.count(old))

server.run()
